/** Asks before a visit is removed with everything that belongs to it, and lists it. */
import './forms.css';
import { useTranslation } from 'react-i18next';
import type { VisitView } from '../../../../shared/domain/visit.ts';
import { Button, Dialog, ProblemBanner } from '../../../components/index.ts';
import { removeVisit } from '../actions.ts';
import { titleOf } from '../details.ts';
import { useSaving } from './use-saving.ts';

export function RemoveDialog({ view, onClose }: { view: VisitView; onClose: () => void }) {
  const { t } = useTranslation(['customers', 'ui']);
  const { problem, save } = useSaving();
  const losses = (['records', 'screenings', 'documents'] as const).filter((part) => view[part].length > 0);
  return (
    <Dialog isOpen onClose={onClose} title={t('remove.title', { name: titleOf(view) })} role="alertdialog">
      <div className="cust-form">
        <ul className="cust-losses">
          {losses.map((part) => (
            <li key={part}>{t(`remove.${part}`, { count: view[part].length })}</li>
          ))}
          <li>{t('remove.timeline')}</li>
        </ul>
        <p>{t('remove.files')}</p>
        {!view.events.some(({ kind }) => kind === 'evidence') && <p>{t('remove.noEvidence')}</p>}
        <p>{t('remove.final')}</p>
        {problem && <ProblemBanner problem={problem} alert />}
        <div className="ui-dialog-actions">
          <Button onPress={onClose} autoFocus>
            {t('ui:cancel')}
          </Button>
          <Button variant="danger" onPress={() => void save(() => removeVisit(view.id))}>
            {t('remove.confirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
