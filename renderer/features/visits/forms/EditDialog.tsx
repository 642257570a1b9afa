/** Edits the details of a visit. */
import './forms.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxVisitLengths, type VisitDetails, type VisitView } from '../../../../shared/domain/visits/visit.ts';
import { Dialog, Form, FormActions, ProblemBanner, TextField } from '../../../components/index.ts';
import { useSavedState } from '../../../state/page-parts.ts';
import { useSaving } from '../../../state/use-saving.ts';
import { changeVisit } from '../actions.ts';
import { saysNothing } from '../derive.ts';

type Props = {
  details: VisitDetails;
  onChange: (change: Partial<VisitDetails>) => void;
  /** What is wrong with a field, in words. */
  errors: Readonly<Partial<Record<keyof VisitDetails, string>>>;
};

/** The number that a visit usually begins with comes first. */
const fields = ['transaction', 'identification', 'name'] as const;

/** Name, identification and transaction number of a visit; at least one of them. */
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
          autoFocus={place === 0}
          errorMessage={errors[field]}
        />
      ))}
    </>
  );
}

export function EditDialog({ view, onClose }: { view: VisitView; onClose: () => void }) {
  const { t } = useTranslation('customers');
  const { name, identification, transaction } = view;
  const [details, setDetails] = useSavedState(`details ${view.id}`, { name, identification, transaction });
  const [pressed, setPressed] = useState(false);
  const { problem, save } = useSaving();
  const submit = async () => {
    setPressed(true);
    if (saysNothing(details)) return;
    if (await save(() => changeVisit(view.id, details))) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('edit.title')} losesInput={fields.some((field) => details[field] !== view[field])}>
      <Form className="cust-form" onSave={submit}>
        <p className="ui-help">{t('edit.help')}</p>
        <DetailFields
          details={details}
          onChange={(change) => setDetails({ ...details, ...change })}
          errors={pressed && saysNothing(details) ? { transaction: t('details.missing') } : {}}
        />
        {problem && <ProblemBanner problem={problem} alert />}
        <FormActions onCancel={onClose}>{t('edit.save')}</FormActions>
      </Form>
    </Dialog>
  );
}
