/** The form's fields, bound to the store by name: label, explanation and fault use the texts of the same name. */
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField, TextField } from '../../../components/index.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useServiceState } from '../../../state/web-service.ts';
import { type } from './actions.ts';
import { unfinished } from './addresses.ts';
import { problemField } from './problem-field.ts';
import { type Faults, faultsOf, formOf, type PathField, type ServiceField, type ServiceForm } from './service-form.ts';
import { useService, useServiceSettings } from './store.ts';

/** Returns the stored settings with the input over them; only for components drawn once the settings are loaded. */
export function useForm(): ServiceForm {
  const settings = useServiceSettings();
  const { typed } = useService();
  if (!settings) throw new Error('drawn before the settings came');
  return { ...formOf(settings), ...typed };
}

/** Whether the typed value is stored, so that main's problem is about it. */
const isStored = (name: ServiceField | PathField, typed: Partial<ServiceForm>): boolean => !Object.hasOwn(typed, name);

/** Returns what is wrong with a field: a fault of the input, or main's problem with the stored value. */
export function useFieldError(name: ServiceField | PathField): string | undefined {
  const { t } = useTranslation('service');
  const problemWords = useProblemWords();
  const form = useForm();
  const settings = useServiceSettings();
  const { typed, attempted } = useService();
  const { value: service } = useServiceState();
  if (!settings) return undefined;
  const faults: Faults = faultsOf(form, settings);
  const fault = faults[name];
  // With another transport, a valid address can become invalid.
  const touched = !isStored(name, typed) || (name === 'host' && !isStored('transport', typed));
  if (fault && (attempted || touched))
    return t(`faults.${fault.kind}`, { entries: listWords((fault.entries ?? []).map((entry) => t('quoted', { entry }))) });
  // After a refused save, only the faults to correct first are marked; the state still shows the rest.
  const problem = attempted ? null : service?.problem;
  if (problem && isStored(name, typed) && isStored('transport', typed) && problemField(problem, settings) === name)
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

/** One entry per line. The entry being typed is not marked as wrong before it is finished. */
export function Addresses({ name, className = '' }: { name: 'allowed' | 'proxies'; className?: string }) {
  const { t } = useTranslation('service');
  const text = useForm()[name];
  const error = useFieldError(name);
  const settings = useServiceSettings();
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
