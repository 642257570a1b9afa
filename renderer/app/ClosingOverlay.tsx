/** Shown while the station closes and a document is still being sent. It closes when the answer arrives, or at once on a press. */
import { useTranslation } from 'react-i18next';
import { Button, Dialog } from '../components/index.ts';
import { finishClosing } from '../features/signing/queue/actions.ts';
import { useQueue, useQueueSummary } from '../state/jobs.ts';

/** Does nothing: only the end of the station closes the overlay. */
const stay = () => undefined;

export function ClosingOverlay() {
  const { t } = useTranslation('app');
  const closing = useQueue((queue) => queue?.closing ?? false);
  const memoryOnly = useQueue((queue) => queue?.memoryOnly != null);
  const waits = useQueueSummary((summary) => (summary?.queued ?? 0) > 0);
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
        {waits && <p>{t(memoryOnly ? 'closing.lost' : 'closing.queued')}</p>}
      </div>
    </Dialog>
  );
}
