/** The form's fields, tied to the store by their name: label, explanation and fault come from the words of the same name. */
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField, TextField } from '../../../components/index.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useServiceState } from '../../../state/web-service/index.ts';
import { type } from './actions.ts';
import { unfinished } from './addresses.ts';
import { problemField } from './problem-field.ts';
import { type Faults, faultsOf, formOf, type PathField, type ServiceField, type ServiceForm } from './service-form.ts';
import { useService } from './store.ts';

/** What is typed over what is kept; only for what is drawn once the settings are there. */
export function useForm(): ServiceForm {
  const { settings, typed } = useService();
  if (!settings) throw new Error('drawn before the settings came');
  return { ...formOf(settings), ...typed };
}

/** Whether the same is kept, so that what main says of it is about it. */
const isKept = (name: ServiceField | PathField, typed: Partial<ServiceForm>): boolean => !Object.hasOwn(typed, name);

/** What is wrong with a field: what was typed, or what main could not do with what is kept. */
export function useFieldError(name: ServiceField | PathField): string | undefined {
  const { t } = useTranslation('service');
  const problemWords = useProblemWords();
  const form = useForm();
  const { settings, typed, attempted } = useService();
  const { service } = useServiceState();
  if (!settings) return undefined;
  const faults: Faults = faultsOf(form, settings);
  const fault = faults[name];
  // With another transport, the same address can be wrong that was right.
  const touched = !isKept(name, typed) || (name === 'host' && !isKept('transport', typed));
  if (fault && (attempted || touched))
    return t(`faults.${fault.kind}`, { entries: listWords((fault.entries ?? []).map((entry) => t('quoted', { entry }))) });
  // Once saving was refused, only what must be mended first is marked; the state goes on saying the rest.
  const problem = attempted ? null : service?.problem;
  if (problem && isKept(name, typed) && isKept('transport', typed) && problemField(problem, settings) === name)
    return problemWords(problem).why;
  return undefined;
}

const listWords = (entries: string[]): string => new Intl.ListFormat(i18next.language, { type: 'conjunction' }).format(entries);

type FigureName = 'port' | 'tokenMinutes' | 'bodyMiB';

export function Figure({ name, min, max }: { name: FigureName; min: number; max: number }) {
  const { t } = useTranslation('service');
  const value = useForm()[name];
  return (
    <NumberField
      label={t(`fields.${name}.label`)}
      description={t(`fields.${name}.help`)}
      value={value}
      minValue={min}
      maxValue={max}
      formatOptions={{ useGrouping: false }}
      errorMessage={useFieldError(name)}
      onChange={(typed) => type({ [name]: typed })}
    />
  );
}

export function Host() {
  const { t } = useTranslation('service');
  const { host } = useForm();
  return (
    <TextField
      label={t('fields.host.label')}
      description={t('fields.host.help')}
      value={host}
      errorMessage={useFieldError('host')}
      maxLength={255}
      spellCheck="false"
      autoComplete="off"
      onChange={(typed) => type({ host: typed })}
    />
  );
}

/** One a line. The entry that is being written is not called wrong before it is finished. */
export function Addresses({ name, className = '' }: { name: 'allowed' | 'proxies'; className?: string }) {
  const { t } = useTranslation('service');
  const text = useForm()[name];
  const error = useFieldError(name);
  const { settings } = useService();
  const form = useForm();
  const [writing, setWriting] = useState(false);
  const entries = settings ? (faultsOf(form, settings)[name]?.entries ?? []) : [];
  const onlyUnfinished = writing && entries.length === 1 && entries[0] === unfinished(text);
  return (
    <TextField
      label={t(`fields.${name}.label`)}
      description={t(`fields.${name}.help`)}
      rows={3}
      className={className}
      value={text}
      errorMessage={onlyUnfinished ? undefined : error}
      spellCheck="false"
      autoComplete="off"
      onBlur={() => setWriting(false)}
      onChange={(typed) => {
        setWriting(true);
        type({ [name]: typed });
      }}
    />
  );
}
