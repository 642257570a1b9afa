/** All searches that are kept: filters, the list, and the chosen one in full beside it. */
import './history.css';
import { History, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, EmptyState, ProblemBanner } from '../../../ui/index.ts';
import { ScreeningResult } from '../result/ScreeningResult.tsx';
import { useScreening } from '../store.ts';
import { useFind } from '../use-find.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryList } from './HistoryList.tsx';
import { filterBy, noFilter, reloadHistory, useHistory } from './store.ts';

function Listed({ onDetails }: { onDetails: () => void }) {
  const { t } = useTranslation('screening');
  const { items, total, problem, filter } = useHistory();
  if (problem) {
    return (
      <div className="scr-pad">
        <ProblemBanner problem={problem} alert actions={<Button onPress={reloadHistory}>{t('history.again')}</Button>} />
      </div>
    );
  }
  if (total === null) return <p className="scr-note">{t('history.loading')}</p>;
  if (items.length > 0) return <HistoryList onDetails={onDetails} />;
  const filtered = JSON.stringify({ ...filter, scope: noFilter.scope }) !== JSON.stringify(noFilter);
  if (!filtered) {
    return (
      <EmptyState
        icon={History}
        title={t('history.empty.title')}
        actions={<Button onPress={() => useScreening.setState({ section: 'search' })}>{t('history.empty.search')}</Button>}
      >
        {t('history.empty.words')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title={t('history.none')}
      actions={<Button onPress={() => filterBy({ ...noFilter, scope: filter.scope })}>{t('history.showAll')}</Button>}
    />
  );
}

export function HistoryPanel() {
  const { t } = useTranslation('screening');
  const { chosenId } = useHistory();
  const place = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLElement>(null);
  useFind(place);
  // Rows of lists are not told one by one, so the list is asked for whenever it comes into view.
  useEffect(reloadHistory, []);
  return (
    <div className="scr-history" ref={place}>
      <HistoryFilters />
      <div className="scr-panes scr-panes-history">
        <section className="scr-listed" aria-label={t('history.label')}>
          <Listed onDetails={() => answer.current?.querySelector<HTMLElement>('h2')?.focus()} />
        </section>
        <section className="scr-answer" aria-label={t('answer.label')} ref={answer}>
          {chosenId ? <ScreeningResult key={chosenId} id={chosenId} /> : <p className="scr-note">{t('history.choose')}</p>}
        </section>
      </div>
    </div>
  );
}
