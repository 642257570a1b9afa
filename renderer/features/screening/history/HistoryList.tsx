/** The screenings, newest first. Only the rows in view are drawn, and further ones are read as the list is scrolled. */
import { Collection, GridList, GridListItem, GridListLoadMoreItem, ListLayout, type Selection, Virtualizer } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { shownOf } from '../derive.ts';
import { HistoryRow, rowHeight } from './HistoryRow.tsx';
import { history, useChosen, useHistory } from './store.ts';

export function HistoryList({ onDetails }: { onDetails: () => void }) {
  const { t, i18n } = useTranslation('screening');
  const { items, total, loading } = useHistory();
  const chosenId = useChosen(({ id }) => id);
  const select = (selection: Selection) => {
    const [id] = selection === 'all' ? [] : [...selection];
    if (id !== undefined) useChosen.setState({ id: String(id) });
  };
  const choose = (id: string) => {
    useChosen.setState({ id });
    onDetails();
  };
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowHeight }}>
      <GridList
        className="scr-list"
        aria-label={t('history.label')}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        escapeKeyBehavior="none"
        selectedKeys={chosenId === null ? [] : [chosenId]}
        onSelectionChange={select}
        onAction={(key) => choose(String(key))}
      >
        <Collection items={items} dependencies={[i18n.language]}>
          {(search) => (
            <GridListItem
              id={search.id}
              textValue={search.query.name}
              aria-label={`${search.query.name || t('answer.noName')}, ${t(`outcome.${shownOf(search)}.word`)}`}
              className="scr-list-item"
            >
              <HistoryRow search={search} />
            </GridListItem>
          )}
        </Collection>
        {total !== null && items.length < total && (
          <GridListLoadMoreItem onLoadMore={history.loadMore} isLoading={loading} className="scr-note">
            {t('history.more')}
          </GridListLoadMoreItem>
        )}
      </GridList>
    </Virtualizer>
  );
}
