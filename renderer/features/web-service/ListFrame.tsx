/** A tab with a list and the details of the chosen row next to it: its filters, and the text of an empty list. */
import './details.css';
import { SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { maxKeyLength } from '../../../shared/domain/web-service.ts';
import { focusWhenLost } from '../../components/focus-when-lost.ts';
import { Button, EmptyState, FilterGroup, ProblemBanner, SearchField } from '../../components/index.ts';
import { useFind } from '../../components/use-find.ts';
import type { PagedListState } from '../../state/paged-list.ts';

type Props<Row, Show extends string> = {
  list: PagedListState<Row, { text: string; show: Show }>;
  /** The first one is "all". */
  shows: readonly [Show, ...Show[]];
  filterLabel: string;
  searchLabel: string;
  searchPlaceholder: string;
  onFilter: (change: { text?: string; show?: Show }, typed?: boolean) => void;
  onAgain: () => void;
  /** The content of a filter button. */
  filter: (show: Show) => ReactNode;
  /** These two are shown only while there are rows. */
  acts: ReactNode;
  /** A notice over the list. */
  notice: ReactNode;
  /** Shown while there are no rows at all. */
  empty: ReactNode;
  details: ReactNode;
  detailsLabel: string;
  total: (count: number) => string;
  children: ReactNode;
};

/** Milliseconds in which the list takes the focus for the previously chosen row. */
const toTheRow = 150;

export function ListFrame<Row, Show extends string>(props: Props<Row, Show>) {
  const { t } = useTranslation('inbox');
  const { list, shows, onFilter } = props;
  const { items, total, problem, filter } = list;
  const place = useRef<HTMLDivElement>(null);
  useFind(place);
  // Keys move the focus to the fields; a click leaves it on the clicked element.
  useEffect(() => focusWhenLost(() => place.current?.querySelector('input'), toTheRow), []);
  const nothing = total === 0 && filter.text === '' && filter.show === shows[0];
  if (problem && items.length === 0) {
    return (
      <div className="inbox-pad">
        <ProblemBanner problem={problem} alert actions={<Button onPress={props.onAgain}>{t('list.again')}</Button>} />
      </div>
    );
  }
  return (
    <div className="inbox-tab-body" ref={place}>
      <div className="inbox-tools">
        {!nothing && (
          <FilterGroup label={props.filterLabel} names={shows} chosen={filter.show} onChoose={(show) => onFilter({ show })}>
            {props.filter}
          </FilterGroup>
        )}
        <p className="inbox-total" role="status">
          {total === null || nothing ? '' : props.total(total)}
        </p>
        {!nothing && (
          <div className="inbox-find">
            <SearchField
              className="inbox-search"
              label={props.searchLabel}
              placeholder={props.searchPlaceholder}
              value={filter.text}
              onChange={(text) => onFilter({ text }, true)}
              maxLength={maxKeyLength}
            />
            {props.acts}
          </div>
        )}
      </div>
      {!nothing && props.notice}
      {problem && (
        <div className="inbox-pad">
          <ProblemBanner
            problem={problem}
            actions={
              <Button size="small" onPress={props.onAgain}>
                {t('list.again')}
              </Button>
            }
          />
        </div>
      )}
      {total === null && <p className="ui-note">{t('list.loading')}</p>}
      {nothing && <div className="inbox-nothing">{props.empty}</div>}
      {total !== null && !nothing && (
        <div className="inbox-panes">
          <div className="inbox-listed">
            {items.length > 0 ? (
              props.children
            ) : (
              <EmptyState
                icon={SearchX}
                title={t('list.none')}
                actions={<Button onPress={() => onFilter({ text: '', show: shows[0] })}>{t('list.showAll')}</Button>}
              >
                {t('list.noneWords')}
              </EmptyState>
            )}
          </div>
          <section className="inbox-details" aria-label={props.detailsLabel}>
            {props.details}
          </section>
        </div>
      )}
    </div>
  );
}
