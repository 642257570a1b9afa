/** Asks before documents that were sent before are sent again, and says which, and when. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchFault } from '../../../shared/domain/signing.ts';
import { Button, Dialog } from '../../components/index.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';

type Props = {
  /** Null while there is nothing to ask. */
  faults: readonly BatchFault[] | null;
  /** Number of documents of the same click that were not sent before. */
  others: number;
  onClose: () => void;
  onSendOthers: () => void;
  onSendAll: () => void;
};

export function SentBeforeDialog({ faults, ...props }: Props) {
  return <Suspense fallback={null}>{faults && <OpenDialog faults={faults} {...props} />}</Suspense>;
}

function OpenDialog({ faults, others, onClose, onSendOthers, onSendAll }: Props & { faults: readonly BatchFault[] }) {
  const { t } = useTranslation(['jobs', 'ui']);
  const problemWords = useProblemWords();
  const then = (act: () => void) => () => {
    onClose();
    act();
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
          {others > 0 && <Button onPress={then(onSendOthers)}>{t('sentBefore.others', { count: others })}</Button>}
          <Button variant="danger" onPress={then(onSendAll)}>
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
