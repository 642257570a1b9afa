/** Name, identification and transaction number of a visit; at least one of them. */
import { useTranslation } from 'react-i18next';
import { type CaseDetails, longestInCase } from '../../../../shared/domain/case.ts';
import { TextField } from '../../../components/index.ts';

type Props = {
  details: CaseDetails;
  onChange: (change: Partial<CaseDetails>) => void;
  /** What is wrong with a field, in words. */
  errors: Readonly<Partial<Record<keyof CaseDetails, string>>>;
};

/** The number that a visit mostly begins with comes first. */
const fields = ['transaction', 'identification', 'name'] as const;

export function DetailFields({ details, onChange, errors }: Props) {
  const { t } = useTranslation('customers');
  return (
    <>
      {fields.map((field, place) => (
        <TextField
          key={field}
          label={t(`details.${field}`)}
          value={details[field]}
          onChange={(typed) => onChange({ [field]: typed })}
          maxLength={longestInCase[field]}
          autoComplete="off"
          autoFocus={place === 0}
          errorMessage={errors[field]}
        />
      ))}
    </>
  );
}
