/**
 * The visits, last changed first. A press or Enter opens one; only the rows in view are drawn, and further ones are read as the list
 * is scrolled.
 */
import { Collection, GridList, GridListItem, GridListLoadMoreItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { showVisit } from '../actions.ts';
import { titleOf } from '../details.ts';
import { useMarkWords } from '../MarkTag.tsx';
import { marksInLine, marksOf } from '../marks.ts';
import { useVisitList, visitList } from './store.ts';
import { rowHeight, VisitItem } from './VisitItem.tsx';

export function VisitList() {
  const { t, i18n } = useTranslation('customers');
  const { items, total, loading } = useVisitList();
  const markWords = useMarkWords();
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowHeight }}>
      <GridList
        className="cust-list"
        aria-label={t('list.label')}
        selectionMode="none"
        escapeKeyBehavior="none"
        onAction={(key) => showVisit(String(key))}
      >
        <Collection items={items} dependencies={[i18n.language]}>
          {(visit) => (
            <GridListItem
              id={visit.id}
              textValue={titleOf(visit)}
              aria-label={[titleOf(visit) || t('row.unknown'), ...marksInLine(marksOf(visit)).map(markWords)].join(', ')}
              className="cust-list-item"
            >
              <VisitItem visit={visit} />
            </GridListItem>
          )}
        </Collection>
        {total !== null && items.length < total && (
          <GridListLoadMoreItem onLoadMore={visitList.loadMore} isLoading={loading} className="cust-note">
            {t('list.more')}
          </GridListLoadMoreItem>
        )}
      </GridList>
    </Virtualizer>
  );
}
