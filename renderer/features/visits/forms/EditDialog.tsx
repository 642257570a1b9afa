/** Edits the details of a visit. */
import './forms.css';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitView } from '../../../../shared/domain/visit.ts';
import { Button, Dialog, ProblemBanner } from '../../../components/index.ts';
import { changeVisit } from '../actions.ts';
import { saysNothing } from '../details.ts';
import { DetailFields } from './DetailFields.tsx';
import { useSaving } from './use-saving.ts';

export function EditDialog({ view, onClose }: { view: VisitView; onClose: () => void }) {
  const { t } = useTranslation(['customers', 'ui']);
  const [details, setDetails] = useState({ name: view.name, identification: view.identification, transaction: view.transaction });
  const [pressed, setPressed] = useState(false);
  const { problem, save } = useSaving();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (saysNothing(details)) return;
    if (await save(() => changeVisit(view.id, details))) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('edit.title')}>
      <form className="cust-form" onSubmit={(event) => void submit(event)} noValidate>
        <p className="ui-help">{t('edit.help')}</p>
        <DetailFields
          details={details}
          onChange={(change) => setDetails({ ...details, ...change })}
          errors={pressed && saysNothing(details) ? { transaction: t('details.missing') } : {}}
        />
        {problem && <ProblemBanner problem={problem} alert />}
        <div className="ui-dialog-actions">
          <Button onPress={onClose}>{t('ui:cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('edit.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
