/** The settings of screening. Optional: without an address it is not set up. */

import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleLimits, type TextRule, textRuleSchema } from '../../../shared/domain/text-rules.ts';
import { focusFault } from '../../components/focus-fault.ts';
import { focusWhenLost } from '../../components/focus-when-lost.ts';
import { Button, ConfirmButton, Dialog, Form, FormActions } from '../../components/index.ts';
import { useSavedState } from '../../state/page-parts.ts';
import { RuleFields } from '../screening/RuleFields.tsx';
import { type } from './actions.ts';
import { Choice, Figure, Text } from './fields.tsx';
import { Folded } from './groups.tsx';
import type { ProfileForm } from './profile-form.ts';
import { ProfileSecret, type ProfileSecretProps } from './SecretField.tsx';
import type { Editing } from './store.ts';

function Row({ rule, onRemove }: { rule: TextRule; onRemove: () => void }) {
  const { t } = useTranslation(['settings', 'screening']);
  const { source, path, pattern, meaning } = rule;
  const what = { source: t(`screening:source.${source}`), pattern, path };
  return (
    <li className="set-row">
      <div className="set-card-words">
        <h4>
          {what.source}: {t(`screening:rules.meanings.${meaning}`)}
        </h4>
        <p className="set-path">{t('searchRules.reads', what)}</p>
      </div>
      <ConfirmButton
        size="small"
        variant="quiet"
        aria-label={t('searchRules.removeName', what)}
        label={t('remove')}
        title={t('removeRule')}
        confirmLabel={t('remove')}
        onConfirm={onRemove}
        danger
      >
        <p className="set-path">{t('searchRules.reads', what)}</p>
        <p>{t('searchRules.removeLoss')}</p>
      </ConfirmButton>
    </li>
  );
}

const isSame = (a: TextRule, b: TextRule): boolean =>
  a.source === b.source && a.path === b.path && a.pattern === b.pattern && a.meaning === b.meaning;

const blank: TextRule = { source: 'judicial', path: '$', pattern: '', meaning: 'clear' };

function AddRule({ onAdd, onClose }: { onAdd: (rule: TextRule) => void; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [rule, setRule] = useSavedState('search rule', blank);
  const [pressed, setPressed] = useState(false);
  const add = (form: HTMLFormElement) => {
    const parsed = textRuleSchema.safeParse(rule);
    setPressed(true);
    if (!parsed.success) return focusFault(form);
    onAdd(parsed.data);
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('searchRules.add')} wide losesInput={!isSame(rule, blank)}>
      <Form className="ui-dialog-form" onSave={add}>
        <p className="ui-help">{t('searchRules.addHelp')}</p>
        <RuleFields rule={rule} onChange={setRule} withSource complete={pressed} />
        <FormActions onCancel={onClose}>{t('searchRules.addConfirm')}</FormActions>
      </Form>
    </Dialog>
  );
}

/** Lists the profile's rules for answers of sources, in their order; adds and removes them. They are saved with the form. */
function SearchRules({ form: { searchRules: rules, searchUrl } }: { form: ProfileForm }) {
  const { t } = useTranslation('settings');
  const [adding, setAdding] = useSavedState('new search rule', false);
  const section = useRef<HTMLElement>(null);
  const remove = (at: number) => {
    type({ searchRules: rules.toSpliced(at, 1) });
    focusWhenLost(() => section.current);
  };
  return (
    <section ref={section} tabIndex={-1} className="set-whole-line" aria-label={t('searchRules.title')}>
      <div className="set-head">
        <h3>{t('searchRules.title')}</h3>
        <Button
          size="small"
          icon={Plus}
          isDisabled={rules.length >= ruleLimits.rules || searchUrl.trim() === ''}
          onPress={() => setAdding(true)}
        >
          {t('searchRules.add')}
        </Button>
      </div>
      <p className="ui-help">{t('searchRules.help')}</p>
      {rules.length === 0 ? (
        <p className="ui-help">{t('searchRules.none')}</p>
      ) : (
        <ul className="set-rows">
          {rules.map((rule, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rules may be the same
            <Row key={`${at} ${JSON.stringify(rule)}`} rule={rule} onRemove={() => remove(at)} />
          ))}
        </ul>
      )}
      {adding && <AddRule onAdd={(rule) => type({ searchRules: [rule, ...rules] })} onClose={() => setAdding(false)} />}
    </section>
  );
}

export function Search({ editing: { faults, form }, apiKey }: { editing: Editing; apiKey: ProfileSecretProps }) {
  const { t } = useTranslation('settings');
  return (
    <Folded
      title={t('groups.search')}
      help={t('groups.searchHelp')}
      fields={['searchUrl', 'searchProject', 'searchConcurrency', 'searchPerMinute', apiKey.name]}
      faults={faults}
    >
      <Text name="searchUrl" />
      <Text name="searchProject" />
      <ProfileSecret {...apiKey} />
      <Choice name="judicialFlag" values={['SearchJudicialBranch', 'SearchtJudicialBranch', 'both']} />
      <Figure name="searchConcurrency" min={1} max={32} />
      <Figure name="searchPerMinute" min={0} max={100_000} />
      <SearchRules form={form} />
    </Folded>
  );
}
