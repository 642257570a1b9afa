/** The left pane: open, filter, select and remove documents. */
import { FilePlus, Files, FolderOpen, RefreshCw, Trash2, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, EmptyState, IconButton, ProblemBanner, ProgressBar, part } from '../../components/index.ts';
import { loadQueue, useJobs, useQueueLoad } from '../../state/jobs.ts';
import { bringBack, openFiles, openFolder, recheck, remove } from './actions.ts';
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
  if (documents.length === 0) {
    return (
      <div className="ui-note sign-nothing">
        <p>{t('list.empty')}</p>
        <PutBack />
      </div>
    );
  }
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

/** Brings back what was removed last; nothing while nothing was removed. */
function PutBack({ isIcon = false }: { isIcon?: boolean }) {
  const { t } = useTranslation('signing');
  const count = useSigning(({ removals }) => removals.at(-1)?.ids.length ?? 0);
  if (count === 0) return null;
  const label = t('list.putBack', { count });
  if (isIcon) return <IconButton size="small" icon={Undo2} aria-label={label} shortcut="mod+z" onPress={() => void bringBack()} />;
  return (
    <Button size="small" icon={Undo2} onPress={() => void bringBack()}>
      {label}
    </Button>
  );
}

export function DocumentsPane() {
  const { t } = useTranslation('signing');
  const { documents, earlier, only, reading, selectedIds } = useSigning();
  const jobs = useJobs((state) => state.jobs);
  const own = useMemo(() => currentDocuments({ documents, earlier }), [documents, earlier]);
  const counts = useMemo(() => countByFilter(own, jobs), [own, jobs]);
  const chosen = documents.filter(({ id }) => selectedIds.has(id)).map(({ id }) => id);
  const onRemove = (ids: string[]) => void remove(ids);
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
          <PutBack isIcon />
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
    </section>
  );
}
