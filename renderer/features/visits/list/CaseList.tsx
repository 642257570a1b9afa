/** The visits, the one that changed last first. A press or Enter opens one; only what is in view is drawn, and further ones come as the list is scrolled. */
import { Collection, GridList, GridListItem, GridListLoadMoreItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { showCase } from '../actions.ts';
import { titleOf } from '../details.ts';
import { useMarkWords } from '../MarkTag.tsx';
import { marksInLine, marksOf } from '../marks.ts';
import { CaseRow, rowHeight } from './CaseRow.tsx';
import { loadMore, useCaseList } from './store.ts';

export function CaseList() {
  const { t, i18n } = useTranslation('customers');
  const { items, total, loading } = useCaseList();
  const markWords = useMarkWords();
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowHeight }}>
      <GridList
        className="cust-list"
        aria-label={t('list.label')}
        selectionMode="none"
        escapeKeyBehavior="none"
        onAction={(key) => showCase(String(key))}
      >
        <Collection items={items} dependencies={[i18n.language]}>
          {(visit) => (
            <GridListItem
              id={visit.id}
              textValue={titleOf(visit)}
              aria-label={[titleOf(visit) || t('row.unknown'), ...marksInLine(marksOf(visit)).map(markWords)].join(', ')}
              className="cust-list-item"
            >
              <CaseRow visit={visit} />
            </GridListItem>
          )}
        </Collection>
        {total !== null && items.length < total && (
          <GridListLoadMoreItem onLoadMore={loadMore} isLoading={loading} className="cust-note">
            {t('list.more')}
          </GridListLoadMoreItem>
        )}
      </GridList>
    </Virtualizer>
  );
}
