/** The left pane: open, filter, select and remove documents. */
import { CircleStop, FilePlus, Files, FolderOpen, RefreshCw, Trash2, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { Button, EmptyState, IconButton, ProblemBanner, ProgressBar, part } from '../../components/index.ts';
import { useUndo } from '../../components/use-window-keys.ts';
import { loadQueue, useJobs, useQueueLoad } from '../../state/jobs.ts';
import { bringBack, openFiles, openFolder, recheck, remove, stopReading } from './actions.ts';
import { matchesFilter, shownStatus } from './derive.ts';
import { documentList, presets, useOwnDocuments, useSigning } from './store.ts';

const FilterBar = part(async () => (await import('./DocumentList.tsx')).FilterBar);
const DocumentList = part(async () => (await import('./DocumentList.tsx')).DocumentList);

const onRemove = (ids: string[]): void => void remove(ids);

/** Drawn again only when other documents are listed: while hundreds are signed, a job changes many times a second. */
const ListBody = memo(function ListBody() {
  const { t } = useTranslation('signing');
  const isEmpty = useSigning(({ documents }) => documents.length === 0);
  const filter = useSigning((state) => state.filter);
  const only = useSigning((state) => state.only);
  const own = useOwnDocuments();
  const { loaded: queueLoaded, problem: queueProblem } = useQueueLoad();
  const loads = [documentList.use(), presets.use()];
  const shown = useJobs(
    useShallow(({ jobs }) =>
      own.filter((document) => matchesFilter(shownStatus(document, jobs[document.id]), filter) && (only?.includes(document.id) ?? true)),
    ),
  );
  const problem = loads.find((one) => one.problem)?.problem ?? queueProblem;
  if (problem) {
    const again = () => {
      for (const remote of [documentList, presets]) void remote.reload();
      void loadQueue();
    };
    return (
      <div className="sign-pad">
        <ProblemBanner problem={problem} alert onAgain={again} />
      </div>
    );
  }
  if (!queueLoaded || loads.some(({ value }) => value === null)) return <p className="ui-note">{t('list.loading')}</p>;
  if (isEmpty) {
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
});

/** Brings back what was removed last; nothing while nothing was removed. */
function PutBack({ isIcon = false }: { isIcon?: boolean }) {
  const { t } = useTranslation('signing');
  const count = useSigning(({ removals }) => removals.at(-1)?.ids.length ?? 0);
  useUndo(() => void bringBack());
  if (count === 0) return null;
  const label = t('list.putBack', { count });
  if (isIcon) return <IconButton size="small" icon={Undo2} aria-label={label} shortcut="mod+z" onPress={() => void bringBack()} />;
  return (
    <Button size="small" icon={Undo2} shortcut="mod+z" onPress={() => void bringBack()}>
      {label}
    </Button>
  );
}

export function DocumentsPane() {
  const { t } = useTranslation(['signing', 'ui']);
  const { documents, only, reading, selectedIds } = useSigning(
    useShallow((state) => ({ documents: state.documents, only: state.only, reading: state.reading, selectedIds: state.selectedIds })),
  );
  const own = useOwnDocuments();
  const chosen = documents.filter(({ id }) => selectedIds.has(id)).map(({ id }) => id);
  return (
    <section className="sign-documents" data-pane='[role="grid"]' aria-label={t('list.title')}>
      <div className="sign-documents-head">
        <h1>{t('list.title')}</h1>
        <IconButton icon={FilePlus} aria-label={t('open.files')} shortcut="mod+o" onPress={() => void openFiles()} />
        <IconButton icon={FolderOpen} aria-label={t('open.folder')} shortcut="mod+shift+o" onPress={() => void openFolder()} />
      </div>
      {own.length > 0 && <FilterBar documents={own} />}
      {only && (
        <p className="sign-only">
          {t('list.only', { count: only.length })}{' '}
          <Button variant="link" size="small" onPress={() => useSigning.setState({ only: null })}>
            {t('list.showAll')}
          </Button>
        </p>
      )}
      <div className="sign-documents-body">
        <ListBody />
      </div>
      {reading.done < reading.total && (
        <div className="sign-reading">
          <ProgressBar label={t('list.reading')} done={reading.done} total={reading.total} />
          <Button size="small" icon={CircleStop} onPress={() => void stopReading()}>
            {t('ui:stop')}
          </Button>
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
