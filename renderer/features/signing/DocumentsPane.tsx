/** The left pane: open, filter, select and remove documents. */
import { FilePlus, Files, FolderOpen, RefreshCw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ConfirmDialog, EmptyState, IconButton, ProblemBanner, ProgressBar, part } from '../../components/index.ts';
import { loadQueue, useJobs, useQueueLoad } from '../../state/jobs.ts';
import { openFiles, openFolder, recheck, remove } from './actions.ts';
import { currentDocuments } from './customers.ts';
import { countByFilter, matchesFilter, shownStatus } from './derive.ts';
import { documentList, presets, useSigning } from './store.ts';

const FilterBar = part(async () => (await import('./DocumentList.tsx')).FilterBar);
const DocumentList = part(async () => (await import('./DocumentList.tsx')).DocumentList);

function ListBody({ onRemove }: { onRemove: (ids: string[]) => void }) {
  const { t } = useTranslation('signing');
  const { documents, earlier, filter, only } = useSigning();
  const { jobs } = useJobs();
  const { loaded: queueLoaded, problem: queueProblem } = useQueueLoad();
  const loads = [documentList.use(), presets.use()];
  const shown = useMemo(
    () =>
      currentDocuments({ documents, earlier }).filter(
        (document) => matchesFilter(shownStatus(document, jobs[document.id]), filter) && (only?.includes(document.id) ?? true),
      ),
    [documents, earlier, jobs, filter, only],
  );
  const problem = loads.find((one) => one.problem)?.problem ?? queueProblem;
  if (problem) {
    const again = () => {
      for (const remote of [documentList, presets]) void remote.reload();
      void loadQueue();
    };
    return (
      <div className="sign-pad">
        <ProblemBanner problem={problem} alert actions={<Button onPress={again}>{t('list.tryAgain')}</Button>} />
      </div>
    );
  }
  if (!queueLoaded || loads.some(({ value }) => value === null)) return <p className="ui-note">{t('list.loading')}</p>;
  if (documents.length === 0) return <p className="ui-note">{t('list.empty')}</p>;
  if (shown.length === 0 && filter !== 'all') {
    return (
      <EmptyState
        icon={Files}
        title={t('list.noneOfFilter')}
        actions={<Button onPress={() => useSigning.setState({ filter: 'all' })}>{t('list.showAll')}</Button>}
      />
    );
  }
  return <DocumentList documents={shown} onRemove={onRemove} />;
}

const chosen = (ids: readonly string[]) => useSigning.getState().documents.filter(({ id }) => ids.includes(id));

/** Returns how many of these documents would lose typed data. */
function typedOf(ids: readonly string[]): number {
  const { drafts } = useSigning.getState();
  const { jobs } = useJobs.getState();
  return chosen(ids).filter(
    (document) => shownStatus(document, jobs[document.id]) === 'draft' && Object.keys(drafts[document.id] ?? {}).length > 0,
  ).length;
}

/** Asks before documents leave the list with typed data that would be lost. Files are never deleted; sent documents stay in the queue. */
function RemoveDialog({ ids, onClose }: { ids: string[] | null; onClose: () => void }) {
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

export function DocumentsPane() {
  const { t } = useTranslation('signing');
  const { documents, earlier, only, reading, selectedIds } = useSigning();
  const jobs = useJobs((state) => state.jobs);
  const [removing, setRemoving] = useState<string[] | null>(null);
  const own = useMemo(() => currentDocuments({ documents, earlier }), [documents, earlier]);
  const counts = useMemo(() => countByFilter(own, jobs), [own, jobs]);
  const chosen = documents.filter(({ id }) => selectedIds.has(id)).map(({ id }) => id);
  const onRemove = (ids: string[]) => {
    if (typedOf(ids) > 0) setRemoving(ids);
    else void remove(ids);
  };
  return (
    <section className="sign-documents" data-pane='[role="grid"]' aria-label={t('list.title')}>
      <div className="sign-documents-head">
        <h1>{t('list.title')}</h1>
        <IconButton icon={FilePlus} aria-label={t('open.files')} shortcut="mod+o" onPress={() => void openFiles()} />
        <IconButton icon={FolderOpen} aria-label={t('open.folder')} shortcut="mod+shift+o" onPress={() => void openFolder()} />
      </div>
      {own.length > 0 && <FilterBar counts={counts} />}
      {only && (
        <p className="sign-only">
          {t('list.only', { count: only.length })}{' '}
          <Button variant="link" size="small" onPress={() => useSigning.setState({ only: null })}>
            {t('list.showAll')}
          </Button>
        </p>
      )}
      <div className="sign-documents-body">
        <ListBody onRemove={onRemove} />
      </div>
      {reading.done < reading.total && (
        <div className="sign-reading">
          <ProgressBar label={t('list.reading')} done={reading.done} total={reading.total} />
        </div>
      )}
      {documents.length > 0 && (
        <div className="sign-documents-foot">
          <span>{t('list.chosen', { count: chosen.length, total: own.length })}</span>
          <IconButton
            size="small"
            icon={RefreshCw}
            aria-label={t('list.recheck')}
            isDisabled={chosen.length === 0}
            onPress={() => void recheck(chosen)}
          />
          <IconButton
            size="small"
            icon={Trash2}
            aria-label={t('list.remove')}
            shortcut="delete"
            isDisabled={chosen.length === 0}
            onPress={() => onRemove(chosen)}
          />
        </div>
      )}
      <RemoveDialog ids={removing} onClose={() => setRemoving(null)} />
    </section>
  );
}
