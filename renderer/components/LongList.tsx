/** A long list of rows of one height. Draws only the rows in view, and reads further ones while the list is scrolled. */
import './long-list.css';
import type { ReactNode, Ref } from 'react';
import {
  Collection,
  GridList,
  GridListItem,
  GridListLoadMoreItem,
  type GridListProps,
  ListLayout,
  Virtualizer,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useSteadyRows } from './use-steady-rows.ts';

export type LongListProps<Row extends { id: string }> = Omit<GridListProps<Row>, 'children' | 'className' | 'items' | 'style'> & {
  items: readonly Row[];
  /** Number of all rows; when it is missing, `items` are all of them. */
  total?: number | null;
  loading?: boolean;
  onMore?: () => void;
  /** Pixels. */
  rowHeight: number;
  /** The text of a row that typing finds. */
  textOf: (row: Row) => string;
  /** The text that a screen reader reads for a row, where it is not its content. */
  labelOf?: (row: Row) => string;
  ref?: Ref<HTMLDivElement>;
  children: (row: Row) => ReactNode;
};

export function LongList<Row extends { id: string }>(props: LongListProps<Row>) {
  const { items, total = null, loading = false, onMore, rowHeight, textOf, labelOf, children, ...rest } = props;
  const { t, i18n } = useTranslation('ui');
  const steady = useSteadyRows(items);
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowHeight }}>
      <GridList {...rest} {...steady} className="ui-rows" escapeKeyBehavior="none">
        <Collection items={items} dependencies={[i18n.language]}>
          {(row) => (
            <GridListItem id={row.id} textValue={textOf(row)} {...(labelOf && { 'aria-label': labelOf(row) })} className="ui-rows-item">
              {children(row)}
            </GridListItem>
          )}
        </Collection>
        {total !== null && items.length < total && (
          <GridListLoadMoreItem {...(onMore && { onLoadMore: onMore })} isLoading={loading} className="ui-note">
            {t('loadingMore')}
          </GridListLoadMoreItem>
        )}
      </GridList>
    </Virtualizer>
  );
}
