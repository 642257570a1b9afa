/**
 * The rows by group: a click or an arrow selects one, Ctrl and Shift several, Enter goes to its details. Only the rows in view are
 * drawn, and further rows are read as the list is scrolled.
 */
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
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
import { jobStatus } from '../../../../shared/domain/job-status.ts';
import { Button } from '../../../components/index.ts';
import { useQueueSummary } from '../../../state/jobs.ts';
import { useStatusWords } from '../JobStatusTag.tsx';
import { askToForget } from './actions.ts';
import { sectionsOf } from './derive.ts';
import { list, selectAll, useFound, useQueueList } from './list.ts';
import { QueueRow, rowHeight } from './QueueRow.tsx';
import { useQueueView } from './store.ts';
import { useSelectionThatStays } from './use-selection.ts';

const headingHeight = 30;

function select(selection: Selection): void {
  if (selection === 'all') void selectAll();
  else useQueueView.setState({ selectedIds: new Set([...selection].map(String)) });
}

export function QueueList({ onDetails }: { onDetails: () => void }) {
  const { t, i18n } = useTranslation('queue');
  const statusWords = useStatusWords();
  const { items, first, total, loading, shown } = useQueueList();
  const selectedIds = useQueueView((state) => state.selectedIds);
  const found = useFound((state) => state.counts);
  const everything = useQueueSummary((summary) => summary?.groups);
  const counts = shown?.text.trim() === '' ? everything : found;
  const sections = useMemo(() => sectionsOf(items), [items]);
  const element = useRef<HTMLDivElement>(null);
  useSelectionThatStays(element);
  const before = useRef({ first, shown });
  useEffect(() => {
    const rows = before.current.shown === shown ? before.current.first - first : 0;
    before.current = { first, shown };
    // Earlier rows are inserted above those in view, which stay in place.
    if (rows > 0) requestAnimationFrame(() => element.current?.scrollBy(0, rows * rowHeight));
  }, [first, shown]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete') void askToForget([...selectedIds]);
  };

  return (
    // Handles keys of the rows before controls inside a row do.
    <div className="queue-list-keys" role="presentation" onKeyDownCapture={onKeyDown}>
      {first > 0 && (
        <Button variant="link" className="queue-earlier" isPending={loading} onPress={list.loadEarlier}>
          {t('list.earlier', { count: first })}
        </Button>
      )}
      <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowHeight, headingSize: headingHeight }}>
        <GridList
          ref={element}
          className="queue-list"
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
                  <span className="queue-group-count">{counts?.[group]}</span>
                </GridListHeader>
                <Collection items={rows} dependencies={[i18n.language]}>
                  {(job) => (
                    <GridListItem
                      id={job.id}
                      textValue={job.name}
                      aria-label={`${job.name}, ${statusWords(jobStatus(job))}`}
                      className="queue-list-item"
                    >
                      <QueueRow job={job} />
                    </GridListItem>
                  )}
                </Collection>
              </GridListSection>
            )}
          </Collection>
          {first + items.length < (total ?? 0) && (
            <GridListLoadMoreItem onLoadMore={list.loadMore} isLoading={loading} className="queue-note">
              {t('list.more')}
            </GridListLoadMoreItem>
          )}
        </GridList>
      </Virtualizer>
    </div>
  );
}
