/** Asks before documents leave the list whose results or typed data would be lost from view. Files are never deleted. */
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/index.ts';
import { remove } from './actions.ts';
import { losesSomething, shownStatus } from './derive.ts';
import { useSigning } from './store.ts';

/** What would be lost with these documents. */
export function lossOf(ids: readonly string[]): { results: number; typed: number; moving: number } {
  const { documents, jobs, drafts } = useSigning.getState();
  const chosen = documents
    .filter(({ id }) => ids.includes(id))
    .map((document) => ({ id: document.id, status: shownStatus(document, jobs[document.id]) }));
  const moving = chosen.filter(({ status }) => status === 'queued' || status === 'sending').length;
  return {
    results: chosen.filter(({ status }) => losesSomething(status)).length - moving,
    typed: chosen.filter(({ id, status }) => status === 'draft' && Object.keys(drafts[id] ?? {}).length > 0).length,
    moving,
  };
}

export function RemoveDialog({ ids, onClose }: { ids: string[] | null; onClose: () => void }) {
  const { t } = useTranslation('signing');
  const shown = ids ?? [];
  const loss = lossOf(shown);
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
        {loss.moving > 0 && <li>{t('remove.moving', { count: loss.moving })}</li>}
        {loss.results > 0 && <li>{t('remove.results', { count: loss.results })}</li>}
        {loss.typed > 0 && <li>{t('remove.typed', { count: loss.typed })}</li>}
        <li>{t('remove.files')}</li>
      </ul>
    </ConfirmDialog>
  );
}
