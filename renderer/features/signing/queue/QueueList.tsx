/**
 * The rows by group: a click or an arrow selects one, Ctrl and Shift several, Enter goes to its details. Only the rows in view are
 * drawn, and further rows are read as the list is scrolled.
 */
import '../../../components/long-list.css';
import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import {
  Collection,
  GridList,
  GridListHeader,
  GridListItem,
  GridListLoadMoreItem,
  GridListSection,
  ListLayout,
  type Selection,
  Virtualizer,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { jobStatus } from '../../../../shared/domain/signing/job-status.ts';
import type { SigningJob } from '../../../../shared/domain/signing/signing.ts';
import { isFocusLost } from '../../../components/focus-when-lost.ts';
import { Button, FileName } from '../../../components/index.ts';
import { rowOf, showRowMenu } from '../../../components/row-menu.ts';
import { useSteadyRows } from '../../../components/use-steady-rows.ts';
import { amount, timeWords } from '../../../i18n/formats.ts';
import { useQueueSummary } from '../../../state/jobs.ts';
import { JobStatusTag, jobLooks, useReason, useStatusWords } from '../JobStatusTag.tsx';
import { remove } from './actions.ts';
import { sectionsOf, selectionAfter } from './derive.ts';
import { jobActs } from './job-acts.ts';
import { deselectUnlisted, left, list, selectAll, useFound, useQueueList } from './list.ts';
import { useQueueView } from './store.ts';

const headingHeight = 30;

function select(selection: Selection): void {
  if (selection === 'all') void selectAll();
  else useQueueView.setState({ selectedIds: new Set([...selection].map(String)) });
}

const rowHeight = 76;

/** One document of the queue. Its height never changes, so nothing jumps when its state does. */
const QueueRow = memo(function QueueRow({ job }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  const status = jobStatus(job);
  const reason = useReason()(job) || (status === 'queued' ? t('row.next') : (job.signedName ?? ''));
  const who = t('row.who', { reference: job.reference, client: job.clientInfo });
  return (
    <div className="queue-row">
      <FileName name={job.name} />
      <JobStatusTag status={status} />
      <span className="queue-row-who" title={who}>
        <span className="truncate">{job.reference}</span>
        <span className="truncate queue-row-client">· {job.clientInfo}</span>
      </span>
      <span className="ui-fine queue-row-when">
        {timeWords(job.changedAt)}
        {job.attempts > 0 && <> · {t('row.attempts', { count: job.attempts })}</>}
      </span>
      <span className={`queue-row-reason tone-${jobLooks[status].tone} truncate`} title={reason}>
        {reason}
      </span>
    </div>
  );
});

type List = RefObject<HTMLElement | null>;

/** Moves the focus to the chosen row, once it is drawn, when the focused element is gone. */
function focusChosenRow(list: List): void {
  requestAnimationFrame(() => {
    if (!isFocusLost()) return;
    const row = list.current?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]');
    (row ?? list.current)?.focus();
    // React Aria scrolls only to a row reached by keys.
    requestAnimationFrame(() => document.activeElement?.closest('[role="row"]')?.scrollIntoView({ block: 'nearest' }));
  });
}

/** Maintains a selection while the list changes: selects the next row when the chosen one is removed, and moves the focus with it. */
function useSelectionThatStays(list: List): void {
  const { items, shown, first, total } = useQueueList();
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const before = useRef({ ids, shown });
  useEffect(() => {
    const { selectedIds, revealing } = useQueueView.getState();
    const isShown = revealing === null || ids.includes(revealing);
    const isPart = first > 0 || ids.length < (total ?? 0);
    const isSameList = shown === before.current.shown;
    // Under another filter one chosen document may still be listed further down; of several, only those that are loaded stay chosen.
    const mayStay = isSameList || selectedIds.size === 1;
    const isFurther = (id: string) => id === revealing || (isPart && mayStay && !left.has(id));
    const next = selectionAfter(isSameList ? before.current.ids : [], ids, selectedIds, isFurther);
    before.current = { ids, shown };
    if (!isSameList) {
      list.current?.scrollTo(0, 0);
      for (const id of next) if (!ids.includes(id) && id !== revealing) void deselectUnlisted(id);
    }
    if (isShown) useQueueView.setState({ revealing: null });
    if (next !== selectedIds) useQueueView.setState({ selectedIds: next });
    if (next !== selectedIds || (isShown && revealing !== null)) focusChosenRow(list);
  }, [ids, shown, first, total, list]);
  // The focused view is gone. A list that receives the focus selects one of its rows.
  useEffect(() => {
    if (useQueueView.getState().revealing === null) focusChosenRow(list);
  }, [list]);
}

export function QueueList({ onDetails, onOpenVisit }: { onDetails: () => void; onOpenVisit: (visitId: string) => void }) {
  const { t, i18n } = useTranslation(['queue', 'ui']);
  const statusWords = useStatusWords();
  const { items, first, total, loading, shown } = useQueueList();
  const selectedIds = useQueueView((state) => state.selectedIds);
  const found = useFound((state) => state.counts);
  const everything = useQueueSummary((summary) => summary?.groups);
  const counts = shown?.text.trim() === '' ? everything : found;
  const sections = useMemo(() => sectionsOf(items), [items]);
  const element = useRef<HTMLDivElement>(null);
  const steady = useSteadyRows(items);
  useSelectionThatStays(element);
  const before = useRef({ first, shown });
  useEffect(() => {
    const rows = before.current.shown === shown ? before.current.first - first : 0;
    before.current = { first, shown };
    // Earlier rows are inserted above those in view, which stay in place.
    if (rows > 0) requestAnimationFrame(() => element.current?.scrollBy(0, rows * rowHeight));
  }, [first, shown]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && !event.repeat) void remove([...selectedIds]);
  };

  const onContextMenu = (event: MouseEvent) => {
    const job = items.find(({ id }) => id === rowOf(event));
    if (!job) return;
    useQueueView.setState({ selectedIds: new Set([job.id]) });
    void showRowMenu(event, jobActs(job, t, onOpenVisit));
  };

  return (
    // Handles keys of the rows before controls inside a row do.
    <div className="queue-list-keys" role="presentation" {...steady} onKeyDownCapture={onKeyDown} onContextMenuCapture={onContextMenu}>
      {first > 0 && (
        <Button variant="link" className="queue-earlier" isPending={loading} onPress={list.loadEarlier}>
          {t('list.earlier', { count: first })}
        </Button>
      )}
      <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowHeight, headingSize: headingHeight }}>
        <GridList
          ref={element}
          className="ui-rows"
          aria-label={t('list.label')}
          selectionMode="multiple"
          selectionBehavior="replace"
          disallowEmptySelection
          escapeKeyBehavior="none"
          selectedKeys={selectedIds}
          onSelectionChange={select}
          onAction={onDetails}
        >
          <Collection items={sections} dependencies={[i18n.language, counts]}>
            {({ group, rows }) => (
              <GridListSection id={`group-${group}`}>
                <GridListHeader className={`queue-group queue-group-${group}`}>
                  <span>{t(`group.${group}`)}</span>
                  <span className="queue-group-count">{counts && amount(counts[group])}</span>
                </GridListHeader>
                <Collection items={rows} dependencies={[i18n.language]}>
                  {(job) => (
                    <GridListItem
                      id={job.id}
                      textValue={job.name}
                      aria-label={`${job.name}, ${statusWords(jobStatus(job))}`}
                      className="ui-rows-item"
                    >
                      <QueueRow job={job} />
                    </GridListItem>
                  )}
                </Collection>
              </GridListSection>
            )}
          </Collection>
          {first + items.length < (total ?? 0) && (
            <GridListLoadMoreItem onLoadMore={list.loadMore} isLoading={loading} className="ui-note">
              {t('ui:loadingMore')}
            </GridListLoadMoreItem>
          )}
        </GridList>
      </Virtualizer>
    </div>
  );
}
