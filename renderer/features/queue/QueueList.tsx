/** The rows by group: a click or an arrow chooses one, Ctrl and Shift several, Enter goes to its details. Only what is in view is drawn. */
import { type KeyboardEvent, useMemo, useRef } from 'react';
import {
  Collection,
  GridList,
  GridListHeader,
  GridListItem,
  GridListSection,
  ListLayout,
  type Selection,
  Virtualizer,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { jobStatus, useStatusWords } from '../../jobs/index.ts';
import { askToForget } from './actions.ts';
import type { ShownGroup } from './derive.ts';
import { QueueRow, rowHeight } from './QueueRow.tsx';
import { useQueueView } from './store.ts';
import { useSelectionThatStays } from './use-selection.ts';

const headingHeight = 30;

type Props = { groups: readonly ShownGroup[]; onDetails: () => void };

export function QueueList({ groups, onDetails }: Props) {
  const { t, i18n } = useTranslation('queue');
  const statusWords = useStatusWords();
  const selectedIds = useQueueView((state) => state.selectedIds);
  const ids = useMemo(() => groups.flatMap(({ jobs }) => jobs.map(({ documentId }) => documentId)), [groups]);
  const list = useRef<HTMLDivElement>(null);
  useSelectionThatStays(ids, list);
  const select = (selection: Selection) =>
    useQueueView.setState({ selectedIds: new Set(selection === 'all' ? ids : [...selection].map(String)) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete') askToForget([...selectedIds]);
  };

  return (
    // Keys of the rows, before what is in a row takes them.
    <div className="queue-list-keys" role="presentation" onKeyDownCapture={onKeyDown}>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowHeight, headingSize: headingHeight }}>
        <GridList
          ref={list}
          className="queue-list"
          aria-label={t('list.label')}
          items={groups}
          selectionMode="multiple"
          selectionBehavior="replace"
          disallowEmptySelection
          escapeKeyBehavior="none"
          selectedKeys={selectedIds}
          onSelectionChange={select}
          onAction={onDetails}
        >
          {({ group, jobs }) => (
            <GridListSection id={`group-${group}`}>
              <GridListHeader className={`queue-group queue-group-${group}`}>
                <span>{t(`group.${group}`)}</span>
                <span className="queue-group-count">{jobs.length}</span>
              </GridListHeader>
              <Collection items={jobs} dependencies={[i18n.language]}>
                {(job) => (
                  <GridListItem
                    id={job.documentId}
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
        </GridList>
      </Virtualizer>
    </div>
  );
}
