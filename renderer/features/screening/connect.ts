/** Follows main's events about screenings: their state, and stored ones that have been sent. */
import i18next from 'i18next';
import type { ScreeningSummary } from '../../../shared/domain/screening.ts';
import { call, subscribe } from '../../bridge.ts';
import { toast } from '../../components/index.ts';
import { withWords } from '../../i18n/index.ts';
import { loadRecent, open } from './actions.ts';
import { shownOf } from './derive.ts';
import { changedInHistory } from './history/store.ts';
import { useScreening } from './store.ts';

function tell(search: ScreeningSummary, goHere: () => void): void {
  const t = i18next.getFixedT(i18next.language, 'screening');
  const words = t('said.answered', { name: search.query.name, outcome: t(`outcome.${shownOf(search)}.word`) });
  const show = () => {
    useScreening.setState({ section: 'search', shownId: search.id });
    goHere();
  };
  toast(words, { tone: search.outcome === 'clear' && !search.block ? 'good' : 'doubt', action: { label: t('said.show'), run: show } });
}

/** `goHere` brings the area into view. */
export function startScreening(goHere: () => void): () => void {
  const follow = (search: ScreeningSummary) => {
    changedInHistory(search);
    void loadRecent();
    if (useScreening.getState().opened[search.id]) void open(search.id);
    if (search.state === 'done' || search.state === 'failed') void withWords('screening', () => tell(search, goHere));
  };
  const ends = [subscribe('screening.state', (service) => useScreening.setState({ service })), subscribe('screening.changed', follow)];
  // Without it, the rail counts from the first event on.
  void call('screening.state').then(
    (service) => useScreening.setState({ service }),
    () => undefined,
  );
  void loadRecent();
  return () => {
    for (const end of ends) end();
  };
}
