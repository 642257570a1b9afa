/** The input of the validation query, one field for each listed part of its path, and the optional contents of the answer. */
import { useTranslation } from 'react-i18next';
import type { ValidationPathParts } from '../../../../shared/domain/profile.ts';
import { Checkbox, TextField } from '../../../components/index.ts';
import type { Asked } from '../asking.ts';

type Props = {
  path: ValidationPathParts;
  /** Names of the parts that are asked for here. */
  shown: readonly string[];
  asked: Asked;
  onChange: (asked: Asked) => void;
  /** The dialog begins with these fields. */
  first?: boolean;
  /** Names of parts that are blank and must not be. */
  missing: readonly string[];
};

const maxPartLength = 300;
const wishes = ['images', 'documents', 'video'] as const;

export function FetchFields({ path, shown, asked, onChange, first = false, missing }: Props) {
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
          autoComplete="off"
          autoFocus={first && place === 0}
          {...(missing.includes(part) ? { errorMessage: t('fetch.missing') } : {})}
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
