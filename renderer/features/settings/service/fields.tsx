/** The form's fields, bound to the store by name: label, explanation and fault use the texts of the same name. */

import { CircleAlert, FileKey2, FolderOpen } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, NumberField, TextField } from '../../../components/index.ts';
import { listWords } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useServiceState } from '../../../state/web-service.ts';
import { choosePath, type } from './actions.ts';
import {
  type Faults,
  faultsOf,
  formOf,
  type PathField as PathName,
  problemField,
  type ServiceField,
  type ServiceForm,
  unfinished,
} from './service-form.ts';
import { useService, useServiceSettings } from './store.ts';

/** Returns the stored settings with the input over them; only for components drawn once the settings are loaded. */
export function useForm(): ServiceForm {
  const settings = useServiceSettings();
  const { typed } = useService();
  if (!settings) throw new Error('drawn before the settings came');
  return { ...formOf(settings), ...typed };
}

/** Whether the typed value is stored, so that main's problem is about it. */
const isStored = (name: ServiceField | PathName, typed: Partial<ServiceForm>): boolean => !Object.hasOwn(typed, name);

/** Returns what is wrong with a field: a fault of the input, or main's problem with the stored value. */
export function useFieldError(name: ServiceField | PathName): string | undefined {
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
      onBlur={() => setWriting(false)}
      onChange={(typed) => {
        setWriting(true);
        type({ [name]: typed });
      }}
    />
  );
}

/** A file or folder: chosen in the system's dialog, which main opens and saves at once. */
export function PathField({ name }: { name: PathName }) {
  const { t } = useTranslation('service');
  const path = useServiceSettings()?.[name] ?? '';
  const error = useFieldError(name);
  const id = useId();
  const label = t(`paths.${name}.label`);
  const choose = t(name === 'watchedFolder' ? 'paths.chooseFolder' : 'paths.chooseFile');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be a grid item like the labels next to it
    <div className="ui-field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help ${id}-error`}>
      <span className="ui-label" id={`${id}-label`}>
        {label}
      </span>
      <div className="ui-field-body">
        <div className="ui-line set-secret-line">
          <span className="set-path">{path || t('paths.none')}</span>
          <Button
            size="small"
            icon={name === 'watchedFolder' ? FolderOpen : FileKey2}
            aria-label={t('paths.actName', { act: choose, name: label })}
            data-faulty={error !== undefined || undefined}
            onPress={() => void choosePath(name, false)}
          >
            {choose}
          </Button>
          {path !== '' && (
            <Button
              size="small"
              variant="quiet"
              aria-label={t('paths.actName', { act: t('paths.clear'), name: label })}
              onPress={() => void choosePath(name, true)}
            >
              {t('paths.clear')}
            </Button>
          )}
        </div>
        <span className="ui-help" id={`${id}-help`}>
          {t(`paths.${name}.help`)}
        </span>
        <span id={`${id}-error`} className="svc-path-error" role="alert">
          {error !== undefined && (
            <span className="ui-error">
              <CircleAlert size={13} aria-hidden="true" />
              <span>{error}</span>
            </span>
          )}
        </span>
      </div>
    </div>
  );
}
