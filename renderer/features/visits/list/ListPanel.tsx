/** All stored visits: search, filters, a button for a new one, and the list. */
import './list.css';
import { CalendarClock, UserRoundPlus, Users } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { maxVisitLengths, type VisitFilter } from '../../../../shared/domain/visits/visit.ts';
import { FoundCount } from '../../../components/FoundCount.tsx';
import { Button, EmptyState, FilterCount, FilterGroup, SearchField } from '../../../components/index.ts';
import { Listed, NothingFound } from '../../../components/Listed.tsx';
import { useFind } from '../../../components/use-find.ts';
import { amount, dayWords } from '../../../i18n/formats.ts';
import { useInfo } from '../../../state/info.ts';
import { filterBy, noFilter, useVisitList, useVisits, visitList, visitsState } from '../store.ts';
import { VisitList } from './VisitList.tsx';

const shows = ['all', 'attention', 'waiting', 'due'] as const satisfies readonly VisitFilter['show'][];
const tones = { attention: 'bad', waiting: undefined, due: 'doubt' } as const;

const create = () => useVisits.setState({ creating: true });

function Filters() {
  const { t } = useTranslation('customers');
  const { filter, shown, total } = useVisitList();
  const service = visitsState.use(({ value }) => value);
  return (
    <div className="cust-filters">
      <FilterGroup label={t('filter.label')} names={shows} chosen={filter.show} onChoose={(show) => filterBy({ show })}>
        {(show) => (
          <>
            {t(`filter.${show}`)}
            {show !== 'all' && <FilterCount tone={service?.[show] ? tones[show] : 'quiet'}>{amount(service?.[show] ?? 0)}</FilterCount>}
          </>
        )}
      </FilterGroup>
      <FoundCount className="ui-total" filter={shown}>
        {total === null ? '' : t('list.total', { count: total })}
      </FoundCount>
    </div>
  );
}

function Visits() {
  const { t } = useTranslation('customers');
  const { items, total, problem, shown } = useVisitList();
  const { practice } = useInfo();
  // Of the filter that was answered: while a search is being cleared, nothing is known of the others.
  const isUnfiltered = shown?.text === '' && shown.show === 'all';
  const empty = isUnfiltered ? (
    <EmptyState
      icon={Users}
      title={t('empty.title')}
      actions={
        <Button icon={UserRoundPlus} onPress={create}>
          {t('new.title')}
        </Button>
      }
      more={practice && <p>{t('empty.practice')}</p>}
    >
      {t('empty.words')}
    </EmptyState>
  ) : (
    <NothingFound title={t('list.none')} showAll={t('list.showAll')} onShowAll={() => filterBy(noFilter)} />
  );
  return (
    <Listed problem={problem} count={total && items.length} loading={t('list.loading')} onAgain={visitList.reload} empty={empty}>
      <VisitList />
    </Listed>
  );
}

/** Visits that will soon be removed automatically: how many, from when, and a link to them while their evidence can still be exported. */
function RetentionBanner() {
  const { t } = useTranslation('customers');
  const service = visitsState.use(({ value }) => value);
  const show = useVisitList((state) => state.filter.show);
  if (!service || service.due === 0 || service.firstRemoval === null) return null;
  return (
    <div className="ui-notice cust-retention tone-doubt">
      <CalendarClock size={17} aria-hidden="true" />
      <p>{t('retention.words', { count: service.due, day: dayWords(service.firstRemoval) })}</p>
      {show !== 'due' && (
        <Button size="small" onPress={() => filterBy({ show: 'due', text: '' })}>
          {t('retention.show')}
        </Button>
      )}
    </div>
  );
}

export function ListPanel({ covered }: { covered: boolean }) {
  const { t } = useTranslation('customers');
  const text = useVisitList((state) => state.filter.text);
  const place = useRef<HTMLDivElement>(null);
  useFind(place);
  // Changes while another area was in view are not reported row by row.
  useEffect(visitList.reload, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the area comes into view
  useEffect(() => {
    if (!covered) place.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div className="cust-layer" ref={place} inert={covered}>
      <header className="cust-head" data-pane="input">
        <h1>{t('title')}</h1>
        <SearchField
          className="cust-search"
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={text}
          onChange={(typed) => filterBy({ text: typed })}
          maxLength={maxVisitLengths.name}
        />
        <Button variant="primary" icon={UserRoundPlus} onPress={create}>
          {t('new.title')}
        </Button>
      </header>
      <Filters />
      <RetentionBanner />
      <div className="cust-listed" data-pane='[role="grid"]'>
        <Visits />
      </div>
    </div>
  );
}
