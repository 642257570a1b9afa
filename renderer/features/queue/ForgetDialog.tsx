/** Asks before documents leave the list of which more is lost than a row, and says what. Files are never deleted. */
import { useTranslation } from 'react-i18next';
import { jobStatus, useJobs } from '../../jobs/index.ts';
import { ConfirmDialog } from '../../ui/index.ts';
import { forget } from './actions.ts';
import { lossOf } from './derive.ts';
import { useQueueView } from './store.ts';

export function ForgetDialog() {
  const { t } = useTranslation('queue');
  const forgetting = useQueueView((state) => state.forgetting);
  const jobs = useJobs((state) => state.jobs);
  const ids = [...(forgetting ?? [])];
  const chosen = ids.flatMap((id) => jobs[id] ?? []);
  const closed = chosen.filter((job) => jobStatus(job) === 'closed').length;
  const unsigned = lossOf(chosen) - closed;
  return (
    <ConfirmDialog
      isOpen={forgetting !== null}
      onClose={() => useQueueView.setState({ forgetting: null })}
      onConfirm={() => void forget(ids)}
      title={t('forget.title', { count: ids.length })}
      confirmLabel={t('forget.confirm', { count: ids.length })}
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
