/** One number of the placement as text: the input stays as typed, valid or not, until it is corrected or the rule changes elsewhere. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField, type TextFieldProps } from '../components/index.ts';

export type MeasureFieldProps = {
  label: string;
  value: number;
  /** Returns what is wrong with a number, in words; undefined when it is valid. */
  check: (value: number) => string | undefined;
  whole?: boolean;
  className?: string;
  isDisabled?: boolean;
  onChange: (value: number) => void;
  onValidityChange: (valid: boolean) => void;
};

/** Accepts a comma or a point; nothing else that JavaScript would take for a number. */
const parsed = (text: string): number => (/^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN);

export function MeasureField({
  label,
  value,
  check,
  whole = false,
  className = '',
  isDisabled = false,
  onChange,
  onValidityChange,
}: MeasureFieldProps) {
  const { t, i18n } = useTranslation('pdf');
  const [typed, setTyped] = useState<{ text: string; value: number } | null>(null);
  // The rule changed elsewhere (mouse, arrows, preset): its number applies.
  if (typed && typed.value !== value) setTyped(null);

  const problemWith = (number: number) => {
    if (Number.isNaN(number)) return t('fields.notNumber');
    if (whole && !Number.isInteger(number)) return t('fields.notWhole');
    return check(number);
  };
  const error = typed && !isDisabled ? problemWith(parsed(typed.text)) : undefined;
  const invalid = error !== undefined;
  useEffect(() => {
    if (!invalid) return;
    onValidityChange(false);
    return () => onValidityChange(true);
  }, [invalid, onValidityChange]);

  const type = (text: string) => {
    const number = parsed(text);
    const fine = problemWith(number) === undefined;
    const next = whole ? number : Math.round(number * 10) / 10;
    setTyped({ text, value: fine ? next : value });
    if (fine && next !== value) onChange(next);
  };
  const onKeyDown: NonNullable<TextFieldProps['onKeyDown']> = (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) {
      // Shortcuts of the viewer work here too.
      event.continuePropagation();
      return;
    }
    event.preventDefault();
    const next = value + step * (event.shiftKey ? 10 : 1);
    if (problemWith(next) !== undefined) return;
    setTyped(null);
    onChange(Math.round(next * 10) / 10);
  };
  const shown = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, useGrouping: false }).format(value);
  return (
    <TextField
      className={className}
      label={label}
      inputMode="decimal"
      isDisabled={isDisabled}
      value={typed?.text ?? shown}
      errorMessage={error}
      onChange={type}
      onKeyDown={onKeyDown}
      onBlur={() => !invalid && setTyped(null)}
    />
  );
}
