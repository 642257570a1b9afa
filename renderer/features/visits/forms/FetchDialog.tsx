/** Fetches the record of a visit from the provider: the query, its progress, and why it failed. */
import { sizeWords } from '../../../i18n/formats.ts';
import './forms.css';
import { CircleStop, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValidationPathParts } from '../../../../shared/domain/settings/profile.ts';
import type { VisitView } from '../../../../shared/domain/visits/visit.ts';
import { Button, Checkbox, Dialog, Form, FormActions, ProblemBanner, TextField } from '../../../components/index.ts';
import { fetchRecord, stopFetch } from '../actions.ts';
import { type FetchInput, initialFetchInput, missingParts } from '../fetch-input.ts';
import { noFetch, setFetching, useVisits } from '../store.ts';

type Props = { view: VisitView; path: ValidationPathParts; onClose: () => void };

function Running({ view, bytes, onClose }: { view: VisitView; bytes: number; onClose: () => void }) {
  const { t } = useTranslation('customers');
  return (
    <>
      <div className="cust-running">
        <LoaderCircle size={28} strokeWidth={1.7} aria-hidden="true" className="ui-spin" />
        <p>{t('fetch.running')}</p>
        <p className="cust-running-bytes">{bytes === 0 ? t('fetch.noBytes') : t('fetch.bytes', { size: sizeWords(bytes) })}</p>
      </div>
      <div className="ui-dialog-actions">
        <Button onPress={onClose}>{t('fetch.behind')}</Button>
        <Button icon={CircleStop} onPress={() => void stopFetch(view.id)} autoFocus>
          {t('fetch.stop')}
        </Button>
      </div>
    </>
  );
}

type FetchFieldsProps = {
  path: ValidationPathParts;
  /** Names of the parts that are asked for here. */
  shown: readonly string[];
  asked: FetchInput;
  onChange: (asked: FetchInput) => void;
  /** The dialog begins with these fields. */
  first?: boolean;
  /** Names of parts that are blank and must not be. */
  missing: readonly string[];
};

const maxPartLength = 300;
const wishes = ['images', 'documents', 'video'] as const;

/** The input of the validation query, one field for each listed part of its path, and the optional contents of the answer. */
export function FetchFields({ path, shown, asked, onChange, first = false, missing }: FetchFieldsProps) {
  const { t } = useTranslation('customers');
  const label = (part: string): string => {
    if (part === path.transaction) return t('details.transaction');
    return part === path.identification ? t('details.identification') : t('fetch.part', { part });
  };
  return (
    <>
      {shown.map((part, place) => (
        <TextField
          key={part}
          label={label(part)}
          value={asked.parts[part] ?? ''}
          onChange={(typed) => onChange({ ...asked, parts: { ...asked.parts, [part]: typed } })}
          maxLength={maxPartLength}
          autoFocus={first && place === 0}
          errorMessage={missing.includes(part) ? t('fetch.missing') : undefined}
        />
      ))}
      <fieldset className="cust-choices">
        <legend className="ui-label">{t('fetch.along')}</legend>
        {wishes.map((wish) => (
          <Checkbox
            key={wish}
            isSelected={asked.wish[wish]}
            onChange={(wanted) => onChange({ ...asked, wish: { ...asked.wish, [wish]: wanted } })}
          >
            {t(`fetch.wish.${wish}`)}
          </Checkbox>
        ))}
        <p className="ui-help">{t('fetch.alongHelp')}</p>
      </fieldset>
    </>
  );
}

function FetchForm({ view, path, onClose }: Props) {
  const { t } = useTranslation('customers');
  const { asked: typed, problem } = useVisits(({ fetches }) => fetches[view.id] ?? noFetch);
  const [pressed, setPressed] = useState(false);
  const asked = typed ?? initialFetchInput(path, view, view.records[0]?.parts ?? []);
  const missing = missingParts(path, asked);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The button that stopped the query is gone, and the problem reads itself.
    if (problem) form.current?.querySelector('input')?.focus();
  }, [problem]);
  const submit = async () => {
    setPressed(true);
    if (missing.length === 0 && (await fetchRecord(view.id, path, asked))) onClose();
  };
  return (
    <Form className="cust-form" ref={form} onSave={submit}>
      {problem && (
        <div className="ui-stack">
          <ProblemBanner problem={problem} alert />
          <p className="ui-help">{t('fetch.stays')}</p>
        </div>
      )}
      <FetchFields
        path={path}
        shown={path.parts}
        first
        asked={asked}
        onChange={(next) => setFetching(view.id, { asked: next })}
        missing={pressed ? missing : []}
      />
      <FormActions onCancel={onClose}>{t(problem ? 'fetch.again' : 'fetch.ask')}</FormActions>
    </Form>
  );
}

export function FetchDialog({ view, path, onClose }: Props) {
  const { t } = useTranslation('customers');
  const running = useVisits(({ fetches }) => fetches[view.id]?.running ?? null);
  return (
    <Dialog isOpen onClose={onClose} title={t('fetch.title')}>
      {/* The form stays mounted, so that it closes the dialog when the record is there. */}
      <div hidden={running !== null}>
        <FetchForm view={view} path={path} onClose={onClose} />
      </div>
      {running && <Running view={view} bytes={running.bytes} onClose={onClose} />}
    </Dialog>
  );
}
