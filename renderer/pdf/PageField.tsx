/** The page number, to read and to type. The input stays until it is a valid page or the field is left. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField, type TextFieldProps } from '../components/index.ts';

export type PageFieldProps = { page: number; total: number; isDisabled: boolean; onGo: (page: number) => void };

export function PageField({ page, total, isDisabled, onGo }: PageFieldProps) {
  const { t } = useTranslation('pdf');
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const close = () => {
    setTyped(null);
    setWrong(false);
  };
  const go = () => {
    if (typed === null) return;
    const number = /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN;
    if (number >= 1 && number <= total) {
      close();
      onGo(number);
    } else setWrong(true);
  };
  const onKeyDown: NonNullable<TextFieldProps['onKeyDown']> = (event) => {
    if (event.key === 'Enter') go();
    else if (event.key === 'Escape' && typed !== null) close();
    else {
      // Shortcuts of the viewer work here too.
      event.continuePropagation();
      return;
    }
    event.preventDefault();
  };
  return (
    <div className="viewer-page-field">
      <TextField
        label={t('pageField')}
        hideLabel
        inputMode="numeric"
        isDisabled={isDisabled}
        value={typed ?? String(page)}
        errorMessage={wrong ? t('pageInvalid', { total }) : undefined}
        onChange={(value) => {
          setTyped(value);
          setWrong(false);
        }}
        onFocus={(event) => event.target instanceof HTMLInputElement && event.target.select()}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <span>{total > 0 && t('pageOf', { total })}</span>
    </div>
  );
}
