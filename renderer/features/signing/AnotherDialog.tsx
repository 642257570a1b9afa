/** Asks before another signature is planned: why it takes another call. */
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/index.ts';
import { changeDraft } from './store.ts';

export function AnotherDialog({ documentId, onClose }: { documentId: string; onClose: () => void }) {
  const { t } = useTranslation('dialogs');
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => changeDraft(documentId, { another: true })}
      title={t('another.title')}
      confirmLabel={t('another.confirm')}
    >
      <p>{t('another.why')}</p>
      <p>{t('another.do')}</p>
    </ConfirmDialog>
  );
}
