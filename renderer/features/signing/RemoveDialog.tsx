/** Asks before documents leave the list with typed data that would be lost. Files are never deleted; sent documents stay in the queue. */
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/index.ts';
import { useJobs } from '../../state/jobs.ts';
import { remove } from './actions.ts';
import { shownStatus } from './derive.ts';
import { useSigning } from './store.ts';

const chosen = (ids: readonly string[]) => useSigning.getState().documents.filter(({ id }) => ids.includes(id));

/** Returns how many of these documents would lose typed data. */
export function typedOf(ids: readonly string[]): number {
  const { drafts } = useSigning.getState();
  const { jobs } = useJobs.getState();
  return chosen(ids).filter(
    (document) => shownStatus(document, jobs[document.id]) === 'draft' && Object.keys(drafts[document.id] ?? {}).length > 0,
  ).length;
}

export function RemoveDialog({ ids, onClose }: { ids: string[] | null; onClose: () => void }) {
  const { t } = useTranslation('signing');
  const shown = ids ?? [];
  const { jobs } = useJobs.getState();
  const sent = chosen(shown).filter(({ id }) => jobs[id] !== undefined).length;
  return (
    <ConfirmDialog
      isOpen={ids !== null}
      onClose={onClose}
      onConfirm={() => void remove(shown)}
      title={t('remove.title', { count: shown.length })}
      confirmLabel={t('remove.confirm', { count: shown.length })}
      danger
    >
      <ul className="sign-losses">
        <li>{t('remove.typed', { count: typedOf(shown) })}</li>
        {sent > 0 && <li>{t('remove.sent', { count: sent })}</li>}
        <li>{t('remove.files')}</li>
      </ul>
    </ConfirmDialog>
  );
}
