/** Asks before documents that were sent before are sent again, and says which, and when. */
import { useTranslation } from 'react-i18next';
import type { BatchFault } from '../../../shared/domain/signing/signing.ts';
import { Button, Dialog } from '../../components/index.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';

type Props = {
  faults: readonly BatchFault[];
  /** Number of documents of the same click that were not sent before. */
  others: number;
  onClose: () => void;
  /** Sends everything, or only the documents that were not sent before. */
  onSend: (which: 'all' | 'others') => void;
};

export function SentBeforeDialog({ faults, others, onClose, onSend }: Props) {
  const { t } = useTranslation(['dialogs', 'ui']);
  const problemWords = useProblemWords();
  const send = (which: 'all' | 'others') => {
    onClose();
    onSend(which);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('sentBefore.title', { count: faults.length })}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {t('ui:cancel')}
          </Button>
          {others > 0 && <Button onPress={() => send('others')}>{t('sentBefore.others', { count: others })}</Button>}
          <Button variant="danger" onPress={() => send('all')}>
            {others > 0 ? t('sentBefore.all', { count: others + faults.length }) : t('sentBefore.again', { count: faults.length })}
          </Button>
        </>
      }
    >
      <p>{t('sentBefore.loss')}</p>
      <ul>
        {faults.map(({ documentId, problem }) => (
          <li key={documentId ?? ''}>{problemWords(problem).why}</li>
        ))}
      </ul>
    </Dialog>
  );
}
