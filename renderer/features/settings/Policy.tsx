/** The settings of visits: the policy on signing for a customer, and the retention period. Each takes effect at once. */
import { Ban, Minus, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type PolicyLevel, policyLevelSchema, type RuleName, ruleNames } from '../../../shared/domain/visits/policy.ts';
import { Checkbox, FilterGroup, NumberField } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { change, changeRule } from './actions.ts';

const icons = { off: Minus, warn: TriangleAlert, stop: Ban } as const satisfies Record<PolicyLevel, unknown>;

export function Policy() {
  const { t } = useTranslation('settings');
  return (
    <section className="set-group">
      <h2>{t('policy.title')}</h2>
      <p className="ui-help">{t('policy.help')}</p>
      <ul className="set-rows">
        {ruleNames.map((name) => (
          <li key={name} className="set-row set-rule">
            <Rule name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rule({ name }: { name: RuleName }) {
  const { t } = useTranslation('settings');
  const { level, override } = useInfo().settings.policy[name];
  const title = t(`policy.rules.${name}.title`);
  return (
    <>
      <div>
        <h3>{title}</h3>
        <p className="ui-help">{t(`policy.rules.${name}.help`)}</p>
      </div>
      <FilterGroup
        isChoice
        label={title}
        className="set-levels"
        names={policyLevelSchema.options}
        chosen={level}
        onChoose={(chosen) => void changeRule(name, { level: chosen })}
      >
        {(one) => <Level level={one} />}
      </FilterGroup>
      {level !== 'off' && (
        <div className="set-rule-more">
          {name === 'clearScreening' && <Hours />}
          {level === 'stop' ? (
            <Checkbox isSelected={override} onChange={(chosen) => void changeRule(name, { override: chosen })}>
              {t('policy.override')}
              {/* Several checkboxes have the same label: for a screen reader, each names its rule. */}
              <span className="sr-only"> · {title}</span>
            </Checkbox>
          ) : (
            <p className="ui-help">{t('policy.warned')}</p>
          )}
        </div>
      )}
    </>
  );
}

function Level({ level }: { level: PolicyLevel }) {
  const { t } = useTranslation('settings');
  const Icon = icons[level];
  return (
    <>
      <Icon size={14} aria-hidden="true" className={`set-level-${level}`} />
      {t(`policy.levels.${level}`)}
    </>
  );
}

function Hours() {
  const { t } = useTranslation('settings');
  const { hours } = useInfo().settings.policy.clearScreening;
  return (
    <NumberField
      className="set-figure"
      label={t('policy.hours')}
      description={t('policy.hoursHelp')}
      value={hours}
      minValue={1}
      maxValue={8760}
      onChange={(typed) => {
        // Emptied: the field shows the stored number again.
        if (Number.isInteger(typed) && typed !== hours) void changeRule('clearScreening', { hours: typed });
      }}
    />
  );
}

/** The retention period of visits; takes effect at once. */
export function Retention() {
  const { t } = useTranslation('settings');
  const { retentionDays: days } = useInfo().settings;
  return (
    <section className="set-group">
      <h2>{t('retention.title')}</h2>
      <p className="ui-help">{t('retention.help')}</p>
      <div className="set-fields">
        <NumberField
          label={t('retention.days')}
          description={t('retention.daysHelp')}
          value={days}
          minValue={0}
          maxValue={36_500}
          onChange={(typed) => {
            // Emptied: the field shows the stored number again.
            if (Number.isInteger(typed) && typed !== days) void change({ retentionDays: typed });
          }}
        />
        <div className="set-consequence">
          <p>{days === 0 ? t('retention.forever') : t('retention.removed', { count: days })}</p>
          {days !== 0 && <p className="ui-help">{t('retention.warned')}</p>}
        </div>
      </div>
    </section>
  );
}
