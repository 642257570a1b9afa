/** All stored screenings: filters, the list, and the chosen one in full next to it. */
import './history.css';
import { History } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { maxLengths, type ScreeningFilter } from '../../../../shared/domain/screening/screening.ts';
import { FoundCount } from '../../../components/FoundCount.tsx';
import { useFocusWhenGone } from '../../../components/focus-when-lost.ts';
import { Button, DateField, EmptyState, Select, TextField, TwoPanes } from '../../../components/index.ts';
import { Listed, NothingFound } from '../../../components/Listed.tsx';
import { useFind } from '../../../components/use-find.ts';
import { ScreeningResult } from '../result/ScreeningResult.tsx';
import { isOpen, useAnswer, useScreening } from '../store.ts';
import { HistoryList } from './HistoryList.tsx';
import { filterBy, history, noFilter, useChosen, useHistory } from './store.ts';

function Screenings({ onDetails }: { onDetails: () => void }) {
  const { t } = useTranslation('screening');
  const { items, total, problem, filter, shown } = useHistory();
  // Of the filter that was answered: while a search is being cleared, nothing is known of the others.
  const filtered = JSON.stringify({ ...shown, scope: noFilter.scope }) !== JSON.stringify(noFilter);
  const empty = filtered ? (
    <NothingFound
      title={t('history.none')}
      showAll={t('history.showAll')}
      onShowAll={() => filterBy({ ...noFilter, scope: filter.scope })}
    />
  ) : (
    <EmptyState
      icon={History}
      title={t('history.empty.title')}
      actions={<Button onPress={() => useScreening.setState({ section: 'single' })}>{t('history.empty.screen')}</Button>}
    >
      {t('history.empty.words')}
    </EmptyState>
  );
  return (
    <Listed problem={problem} count={total && items.length} loading={t('history.loading')} onAgain={history.reload} empty={empty}>
      <HistoryList onDetails={onDetails} />
    </Listed>
  );
}

/** Moves the focus from a row to its answer on Enter, once that is loaded. */
function useGoToAnswer(id: string | null, answer: RefObject<HTMLElement | null>): () => void {
  const wanted = useRef(false);
  const ready = isOpen(useAnswer(id));
  const go = useCallback(() => {
    const heading = answer.current?.querySelector<HTMLElement>('h2');
    if (wanted.current && heading) heading.focus();
    if (heading) wanted.current = false;
  }, [answer]);
  // Depends on `id`, too: an answer that was opened before is available immediately.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what brings another answer into view
  useEffect(() => {
    if (ready) go();
  }, [ready, id, go]);
  return useCallback(() => {
    wanted.current = true;
    // The row is already chosen: no change would move the focus there.
    requestAnimationFrame(go);
  }, [go]);
}

const outcomes = [
  'any',
  'match',
  'undecided',
  'clear',
  'unavailable',
  'failed',
  'open',
  'skipped',
] as const satisfies ScreeningFilter['outcome'][];

/** Filters the screenings: by text, outcome, days, and with or without the rows of bulk screenings. */
function HistoryFilters() {
  const { t } = useTranslation('screening');
  const { filter, shown, total } = useHistory();
  const backwards = filter.from !== null && filter.to !== null && filter.from > filter.to;
  return (
    <search className="scr-history-filters" aria-label={t('history.filters')}>
      <TextField
        className="scr-filter-text"
        label={t('history.text')}
        type="search"
        value={filter.text}
        onChange={(text) => filterBy({ text })}
        maxLength={maxLengths.name}
        onKeyDown={(event) => {
          if (event.key === 'Escape') filterBy({ text: '' });
        }}
      />
      <Select
        label={t('history.outcome')}
        options={outcomes.map((value) => ({ value, label: t(`history.outcomes.${value}`) }))}
        value={filter.outcome}
        onChange={(outcome) => filterBy({ outcome })}
      />
      <Select
        label={t('history.scope')}
        options={(['single', 'all'] as const).map((value) => ({ value, label: t(`history.scopes.${value}`) }))}
        value={filter.scope === 'all' ? 'all' : 'single'}
        onChange={(scope) => filterBy({ scope })}
      />
      <DateField label={t('history.from')} value={filter.from} onChange={(from) => filterBy({ from })} />
      <DateField
        label={t('history.to')}
        value={filter.to}
        onChange={(to) => filterBy({ to })}
        errorMessage={backwards ? t('history.backwards') : undefined}
      />
      <FoundCount className="ui-total scr-history-total" filter={shown}>
        {total === null ? '' : t('history.total', { count: total })}
      </FoundCount>
    </search>
  );
}

export function HistoryPanel() {
  const { t } = useTranslation('screening');
  const chosenId = useChosen(({ id }) => id);
  const place = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLElement>(null);
  const goToAnswer = useGoToAnswer(chosenId, answer);
  useFind(place);
  useFocusWhenGone(chosenId, place);
  // Rows of bulk screenings are not reported one by one, so the list is requested whenever it comes into view.
  useEffect(history.reload, []);
  return (
    <div className="scr-history" ref={place}>
      <HistoryFilters />
      <TwoPanes className="scr-panes scr-panes-history" first={t('history.label')} second={t('answer.label')}>
        <section className="scr-listed" data-pane='[role="grid"]' aria-label={t('history.label')}>
          <Screenings onDetails={goToAnswer} />
        </section>
        <section className="scr-answer" data-pane="" aria-label={t('answer.label')} ref={answer}>
          {chosenId ? <ScreeningResult key={chosenId} id={chosenId} /> : <p className="ui-note">{t('history.choose')}</p>}
        </section>
      </TwoPanes>
    </div>
  );
}
