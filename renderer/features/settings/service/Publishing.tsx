/** How the requested document is found: the members that are compared, and the watched folder. */
import { Check, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type PublicationKeyKind, publicationKeyKinds } from '../../../../shared/domain/web-service/web-service.ts';
import { FilterGroup, ProblemBanner, Select, TextField, ToggleButton } from '../../../components/index.ts';
import { useServiceState } from '../../../state/web-service.ts';
import { Folded, Group } from '../groups.tsx';
import { type } from './actions.ts';
import { PathField, useFieldError, useForm } from './fields.tsx';
import { entriesOf, exampleNames, faultsOf, suggested, toggled } from './service-form.ts';
import { useService, useServiceSettings } from './store.ts';

function Names({ kind }: { kind: PublicationKeyKind }) {
  const { t } = useTranslation('service');
  const text = useForm()[kind];
  const names = entriesOf(text);
  const label = t(`kinds.${kind}`);
  return (
    <div className="svc-names">
      <TextField
        label={label}
        description={names.length === 0 ? t('compared.never') : t('compared.help')}
        value={text}
        errorMessage={useFieldError(kind)}
        onChange={(typed) => type({ [kind]: typed })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: buttons about the field above, no fields of their own */}
      <div className="ui-tags" role="group" aria-label={t('compared.suggested', { name: label })}>
        {suggested[kind].map((name) => (
          <ToggleButton
            key={name}
            size="small"
            icon={names.includes(name) ? Check : Plus}
            isSelected={names.includes(name)}
            onChange={() => type({ [kind]: toggled(text, name) })}
          >
            {name}
          </ToggleButton>
        ))}
      </div>
    </div>
  );
}

export function ComparedMembers() {
  const { t } = useTranslation('service');
  const form = useForm();
  const settings = useServiceSettings();
  const { attempted } = useService();
  return (
    <Folded
      title={t('groups.compared')}
      help={t('groups.comparedHelp')}
      fields={publicationKeyKinds}
      faults={settings && attempted ? faultsOf(form, settings) : {}}
    >
      <p className="set-whole-line">{t('compared.rule')}</p>
      {publicationKeyKinds.map((kind) => (
        <Names key={kind} kind={kind} />
      ))}
    </Folded>
  );
}

const hows = ['until', 'once'] as const;

export function WatchedFolder() {
  const { t } = useTranslation('service');
  const { watchedKey, watchedOnce } = useForm();
  const watching = useServiceState(({ value }) => value?.watching ?? null);
  const example = exampleNames(watchedKey, t('watched.document'));
  const how = watchedOnce ? 'once' : 'until';
  return (
    <Group title={t('groups.watched')} help={t('groups.watchedHelp')}>
      <PathField name="watchedFolder" />
      <Select
        label={t('watched.key')}
        description={t('watched.keyHelp')}
        options={publicationKeyKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={watchedKey}
        onChange={(chosen) => type({ watchedKey: chosen })}
      />
      <div className="svc-how set-whole-line">
        <span className="ui-label" aria-hidden="true">
          {t('watched.how')}
        </span>
        <FilterGroup
          isChoice
          label={t('watched.how')}
          names={hows}
          chosen={how}
          onChoose={(chosen) => type({ watchedOnce: chosen === 'once' })}
        >
          {(name) => t(`watched.hows.${name}`)}
        </FilterGroup>
        <p className="ui-help">{t(`watched.howHelp.${how}`)}</p>
      </div>
      <div className="svc-example set-whole-line" role="status">
        <p>{t('watched.example', { key: example.key })}</p>
        <p>
          <code>{example.file}</code> <span className="ui-help">{t('watched.or')}</span> <code>{example.inFolder}</code>
        </p>
      </div>
      {watching && (
        <div className="set-whole-line">
          <ProblemBanner problem={watching} tone="doubt" />
        </div>
      )}
    </Group>
  );
}
