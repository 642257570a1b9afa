/** Asks before documents leave the list when more than a row is lost, and lists it. Files are never deleted. */
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/index.ts';
import { forget } from './actions.ts';
import { useQueueView } from './store.ts';

export function ForgetDialog() {
  const { t } = useTranslation('queue');
  const forgetting = useQueueView((state) => state.forgetting);
  const { forget: count = 0, unsigned = 0, closed = 0 } = forgetting?.counts ?? {};
  return (
    <ConfirmDialog
      isOpen={forgetting !== null}
      onClose={() => useQueueView.setState({ forgetting: null })}
      onConfirm={() => void forget(forgetting?.ids ?? [])}
      title={t('forget.title', { count })}
      confirmLabel={t('forget.confirm', { count })}
      danger
    >
      <ul className="queue-losses">
        {unsigned > 0 && <li>{t('forget.unsigned', { count: unsigned })}</li>}
        {closed > 0 && <li>{t('forget.closed', { count: closed })}</li>}
        <li>{t('forget.files')}</li>
        <li>{t('forget.final')}</li>
      </ul>
    </ConfirmDialog>
  );
}
