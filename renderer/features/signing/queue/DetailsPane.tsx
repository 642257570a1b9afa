/** The right pane: one document with all its facts, or several with their shared actions. */
import { FolderCheck, type LucideIcon, RotateCcw, Trash2, X } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActCounts, countActs } from '../../../../shared/domain/signing/queue-list.ts';
import { Button } from '../../../components/index.ts';
import { currentSummary, useJobs, useJobsOf } from '../../../state/jobs.ts';
import { cancel, countActsOf, deliver, remove, retry } from './actions.ts';
import { Details } from './Details.tsx';
import { useQueueList } from './list.ts';
import { useQueueView } from './store.ts';

/** Milliseconds after an answer: documents are changed in quick succession while a batch is sent. */
const rest = 1_000;

/**
 * Counts the possible actions on the chosen documents; main counts those that this page has not read. Null until it is known.
 */
function useActCounts(ids: ReadonlySet<string>): ActCounts | null {
  const items = useQueueList((state) => state.items);
  const [asked, setAsked] = useState<{ ids: ReadonlySet<string>; counts: ActCounts } | null>(null);
  const chosen = items.filter(({ id }) => ids.has(id));
  const isPart = chosen.length < ids.size;
  useEffect(() => {
    if (!isPart) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let before: unknown;
    const ask = async () => {
      const summary = currentSummary();
      // Main reads each of the documents.
      const counts = summary === before ? null : await countActsOf([...ids]).catch(() => null);
      if (isOver) return;
      if (counts) setAsked({ ids, counts });
      before = summary;
      timer = setTimeout(() => void ask(), rest);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ids, isPart]);
  if (!isPart) return countActs(chosen);
  return asked?.ids === ids ? asked.counts : null;
}

const acts: readonly { id: Exclude<keyof ActCounts, 'doubts'>; icon: LucideIcon; run: (ids: string[]) => unknown; shortcut?: string }[] = [
  { id: 'deliver', icon: FolderCheck, run: (ids) => deliver(ids, false) },
  { id: 'retry', icon: RotateCcw, run: (ids) => retry(ids, false) },
  { id: 'cancel', icon: X, run: cancel },
  { id: 'remove', icon: Trash2, run: remove, shortcut: 'delete' },
];

function SelectionSummary() {
  const { t } = useTranslation('queue');
  const ids = useQueueView((state) => state.selectedIds);
  const counts = useActCounts(ids);
  const further = ids.size - useQueueList(({ items }) => items.filter(({ id }) => ids.has(id)).length);
  return (
    <div className="ui-card queue-card">
      <h2 tabIndex={-1}>{t('several.title', { count: ids.size })}</h2>
      {further > 0 && <p className="ui-help">{t('several.further', { count: further })}</p>}
      {counts && (
        <>
          <div className="ui-acts">
            {acts.map(
              ({ id, icon, run, shortcut }) =>
                counts[id] > 0 && (
                  <Button key={id} icon={icon} {...(shortcut && { shortcut })} onPress={() => void run([...ids])}>
                    {t(`several.${id}`, { count: counts[id] })}
                  </Button>
                ),
            )}
          </div>
          {counts.doubts > 0 && <p className="ui-help">{t('several.doubts', { count: counts.doubts })}</p>}
          {counts.cancel + counts.retry + counts.deliver + counts.remove + counts.doubts === 0 && (
            <p className="ui-help">{t('several.nothing')}</p>
          )}
        </>
      )}
    </div>
  );
}

/** The chosen document may be among rows that this page has not read. */
function SingleDocument({ id, onOpenVisit }: { id: string; onOpenVisit: (visitId: string) => void }) {
  const listed = useQueueList(({ items }) => items.find((row) => row.id === id));
  const job = useJobs(({ jobs }) => jobs[id]);
  useJobsOf([id]);
  const shown = job ?? listed;
  return shown && <Details job={shown} onOpenVisit={onOpenVisit} />;
}

/** Drawn again only for another choice, or as the chosen document changes. */
export const DetailsPane = memo(function DetailsPane({ onOpenVisit }: { onOpenVisit: (visitId: string) => void }) {
  const { t } = useTranslation('queue');
  const ids = useQueueView((state) => state.selectedIds);
  const [first] = ids;
  if (first === undefined) return <p className="ui-note">{t('details.none')}</p>;
  return ids.size > 1 ? <SelectionSummary /> : <SingleDocument id={first} onOpenVisit={onOpenVisit} />;
});
