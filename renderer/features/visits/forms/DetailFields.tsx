/** Name, identification and transaction number of a visit; at least one of them. */
import { useTranslation } from 'react-i18next';
import { maxVisitLengths, type VisitDetails } from '../../../../shared/domain/visit.ts';
import { TextField } from '../../../components/index.ts';

type Props = {
  details: VisitDetails;
  onChange: (change: Partial<VisitDetails>) => void;
  /** What is wrong with a field, in words. */
  errors: Readonly<Partial<Record<keyof VisitDetails, string>>>;
};

/** The number that a visit usually begins with comes first. */
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
          maxLength={maxVisitLengths[field]}
          autoComplete="off"
          autoFocus={place === 0}
          errorMessage={errors[field]}
        />
      ))}
    </>
  );
}
