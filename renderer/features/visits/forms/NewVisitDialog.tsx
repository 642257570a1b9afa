/** A new visit: by transaction number, by identification or by hand, and its record at once where the query is set up. */
import './forms.css';
import { UsersRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValidationPathParts } from '../../../../shared/domain/settings/profile.ts';
import type { VisitDetails, VisitSummary } from '../../../../shared/domain/visits/visit.ts';
import { call } from '../../../bridge.ts';
import { focusFault } from '../../../components/focus-fault.ts';
import { Button, Checkbox, Dialog, Form, FormActions, ProblemBanner } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { useInfo } from '../../../state/info.ts';
import { useRemote } from '../../../state/remote.ts';
import { useSaving } from '../../../state/use-saving.ts';
import { createVisit, showVisit } from '../actions.ts';
import { saysNothing, titleOf, trimmed } from '../derive.ts';
import { type FetchInput, initialFetchInput, knownPart, missingParts, ownParts } from '../fetch-input.ts';
import { nothingNew, typeNew, useVisits } from '../store.ts';
import { DetailFields } from './EditDialog.tsx';
import { FetchFields } from './FetchDialog.tsx';

const close = () => useVisits.setState({ creating: false });

/** Returns the typed query, completed with the values of the fields above. */
function askedWith(path: ValidationPathParts, details: VisitDetails, typed: FetchInput | null): FetchInput {
  const asked = typed ?? initialFetchInput(path, details, []);
  const parts = path.parts.map((part) => [part, knownPart(path, part, details) ?? asked.parts[part] ?? ''] as const);
  return { ...asked, parts: Object.fromEntries(parts) };
}

/** Returns the errors of parts that the fields above contain. */
function errorsOf(
  path: ValidationPathParts | null,
  missing: readonly string[],
  words: string,
): Partial<Record<keyof VisitDetails, string>> {
  return {
    ...(missing.some((part) => part === path?.transaction) ? { transaction: words } : {}),
    ...(missing.some((part) => part === path?.identification) ? { identification: words } : {}),
  };
}

function NotSetUp({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation(['customers', 'screening']);
  const settings = () => {
    close();
    onOpenSettings();
  };
  return (
    <p className="ui-help">
      {t('fetch.notSetUp')}{' '}
      <Button variant="link" onPress={settings}>
        {t('screening:openSettings')}
      </Button>
    </p>
  );
}

/** Milliseconds without a key before visits are looked up. */
const typingDelayMs = 250;
/** Maximum number of visits shown. */
const maxShown = 3;

/** A convenience: the visit can be opened without it. */
function useSameVisits(details: VisitDetails): VisitSummary[] {
  const { transaction, identification } = trimmed(details);
  const key = JSON.stringify([transaction, identification]);
  const same = useRemote(key, () => call('visits.related', { transaction, identification }), {
    delayMs: typingDelayMs,
    keepsPrevious: true,
  });
  return same.problem ? [] : (same.value ?? []);
}

/** Shown while a new visit is typed: existing visits with the same transaction number or identification, with links to them. */
function SameVisit({ details, onOpen }: { details: VisitDetails; onOpen: (id: string) => void }) {
  const { t } = useTranslation('customers');
  const same = useSameVisits(details);
  const notice = useRef<HTMLDivElement>(null);
  // In a low window it would be below the edge.
  useEffect(() => {
    if (same.length > 0) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [same.length]);
  return (
    // Present from the start, so that text appearing in it is read out.
    <div role="status" ref={notice}>
      {same.length > 0 && (
        <div className="cust-same">
          <p>
            <UsersRound size={15} aria-hidden="true" className="cust-same-mark" />
            {t('new.same', { count: same.length })}
          </p>
          <ul>
            {same.slice(0, maxShown).map((visit) => (
              <li key={visit.id}>
                <span className="cust-same-who">
                  <strong>{titleOf(visit)}</strong>
                  <span className="cust-same-when">
                    {[...(visit.name === '' ? [] : [visit.identification]), t('new.sameWhen', { when: timeWords(visit.changedAt) })]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <Button size="small" of={`${titleOf(visit)}, ${timeWords(visit.changedAt)}`} onPress={() => onOpen(visit.id)}>
                  {t('new.openSame')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function NewVisitForm({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation(['customers', 'ui']);
  const { validation: path } = useInfo();
  const { details, fetch, asked: typed } = useVisits((state) => state.newVisit);
  const [pressed, setPressed] = useState(false);
  const { problem, save } = useSaving();
  const asked = path && fetch ? askedWith(path, details, typed) : null;
  const missing = path && asked ? missingParts(path, asked) : [];
  const nothing = saysNothing(details);
  const errors = nothing ? { transaction: t('details.missing') } : errorsOf(path, missing, t('new.missing'));

  const submit = async (form: HTMLFormElement) => {
    setPressed(true);
    if (nothing || missing.length > 0) return focusFault(form);
    await save(() => createVisit(details, path && asked ? { path, asked } : null));
  };
  const openSame = (id: string) => {
    useVisits.setState({ creating: false, newVisit: nothingNew });
    showVisit(id);
  };

  return (
    <Form className="cust-form" onSave={submit} aria-label={t('new.title')}>
      <p className="ui-help">{t('new.help')}</p>
      <DetailFields
        details={details}
        onChange={(change) => typeNew({ details: { ...details, ...change } })}
        errors={pressed ? errors : {}}
      />
      <SameVisit details={details} onOpen={openSame} />
      {path ? (
        <div className="cust-fetch-too">
          <Checkbox isSelected={fetch} onChange={(wanted) => typeNew({ fetch: wanted })}>
            {t('new.fetch')}
          </Checkbox>
          {asked && (
            <div className="cust-fetch-fields">
              <FetchFields
                path={path}
                shown={ownParts(path)}
                asked={asked}
                onChange={(next) => typeNew({ asked: next })}
                missing={pressed ? missing : []}
              />
            </div>
          )}
        </div>
      ) : (
        <NotSetUp onOpenSettings={onOpenSettings} />
      )}
      {problem && <ProblemBanner problem={problem} alert />}
      <FormActions onCancel={close}>{t(asked ? 'new.openAndFetch' : 'ui:visit.open')}</FormActions>
    </Form>
  );
}

export function NewVisitDialog({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('customers');
  const creating = useVisits((state) => state.creating);
  return (
    <Dialog isOpen={creating} onClose={close} title={t('new.title')}>
      <NewVisitForm onOpenSettings={onOpenSettings} />
    </Dialog>
  );
}
