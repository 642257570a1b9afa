/** While the station closes and something is still being sent: it goes by itself with the answer, or at once by a press. */
import { useTranslation } from 'react-i18next';
import { Button, Dialog } from '../components/index.ts';
import { finishClosing } from '../features/signing/queue/index.ts';
import { useJobs } from '../state/jobs/index.ts';

/** Only the end of the station closes it. */
const stay = () => undefined;

export function ClosingOverlay() {
  const { t } = useTranslation('app');
  const closing = useJobs((state) => state.queue?.closing ?? false);
  const memoryOnly = useJobs((state) => state.queue?.memoryOnly != null);
  const waits = useJobs(({ summary }) => (summary?.queued ?? 0) > 0);
  return (
    <Dialog
      isOpen={closing}
      onClose={stay}
      role="alertdialog"
      title={t('closing.title')}
      actions={
        <Button variant="danger" onPress={() => void finishClosing()}>
          {t('closing.now')}
        </Button>
      }
    >
      <div role="status">
        <p>{t('closing.words')}</p>
        {waits && <p>{t(memoryOnly ? 'closing.lost' : 'closing.kept')}</p>}
      </div>
    </Dialog>
  );
}
