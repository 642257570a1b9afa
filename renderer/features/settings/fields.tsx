/** The form's fields, bound to the store by name: label, explanation and fault use the texts of the same name. */
import { useTranslation } from 'react-i18next';
import { NumberField, Select, TextField } from '../../components/index.ts';
import { type } from './actions.ts';
import type { FieldFault, ProfileField, ProfileForm } from './profile-form.ts';
import { useSettings } from './store.ts';
import type { PartField } from './validation-form.ts';

/** The names of the fields with a `Value`. */
type FieldOf<Value> = {
  [Name in ProfileField]: ProfileForm[Name] extends Value
    ? string extends ProfileForm[Name]
      ? Name
      : number extends ProfileForm[Name]
        ? Name
        : never
    : never;
}[ProfileField];
export type TextName = Exclude<FieldOf<string>, PartField>;
export type NumberName = FieldOf<number>;
export type ChoiceName = Exclude<ProfileField, FieldOf<string> | FieldOf<number> | 'searchRules'>;

function useField<Name extends ProfileField>(name: Name): { value: ProfileForm[Name] | undefined; errorMessage: string | undefined } {
  const { t } = useTranslation('settings');
  const editing = useSettings((state) => state.editing);
  const fault: FieldFault | undefined = editing?.faults[name];
  return { value: editing?.form[name], errorMessage: fault && t(`faults.${fault}`) };
}

export function Text({ name, autoFocus = false }: { name: TextName; autoFocus?: boolean }) {
  const { t } = useTranslation('settings');
  const { value, errorMessage } = useField(name);
  return (
    <TextField
      name={name}
      autoFocus={autoFocus}
      label={t(`fields.${name}.label`)}
      description={t(`fields.${name}.help`)}
      value={value ?? ''}
      errorMessage={errorMessage}
      onChange={(typed) => type({ [name]: typed })}
    />
  );
}

export function Figure({ name, min, max, step = 1 }: { name: NumberName; min: number; max: number; step?: number }) {
  const { t } = useTranslation('settings');
  const { value, errorMessage } = useField(name);
  return (
    <NumberField
      label={t(`fields.${name}.label`)}
      description={t(`fields.${name}.help`)}
      value={value ?? Number.NaN}
      minValue={min}
      maxValue={max}
      step={step}
      errorMessage={errorMessage}
      onChange={(typed) => type({ [name]: typed })}
    />
  );
}

export function Choice<Name extends ChoiceName>({ name, values }: { name: Name; values: readonly ProfileForm[Name][] }) {
  const { t } = useTranslation('settings');
  const { value, errorMessage } = useField(name);
  // Widened: for a generic name the text types cannot be resolved.
  const field: ChoiceName = name;
  return (
    <Select
      label={t(`fields.${field}.label`)}
      description={t(`fields.${field}.help`)}
      options={values.map((one) => ({ value: one, label: t(`fields.${name}.${one}` as 'fields.unit.point') }))}
      value={value ?? null}
      errorMessage={errorMessage}
      onChange={(chosen) => type({ [name]: chosen })}
    />
  );
}
