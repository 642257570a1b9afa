/** Follows main's events about screenings: their state, and stored ones that have been sent. */
import i18next from 'i18next';
import type { ScreeningSummary } from '../../../shared/domain/screening.ts';
import { subscribe } from '../../bridge.ts';
import { toast } from '../../components/index.ts';
import { withWords } from '../../i18n/index.ts';
import { endAll } from '../../state/remote.ts';
import { followPart } from '../../state/workspace.ts';
import { shownOutcome } from './derive.ts';
import { history } from './history/store.ts';
import { answers, recentScreenings, screeningState, useScreening } from './store.ts';

function toastOutcome(search: ScreeningSummary, goHere: () => void): void {
  const t = i18next.getFixedT(i18next.language, 'screening');
  const words = t('said.answered', { name: search.query.name, outcome: t(`outcome.${shownOutcome(search)}.word`) });
  const show = () => {
    useScreening.setState({ section: 'search', shownId: search.id });
    goHere();
  };
  toast(words, { tone: search.outcome === 'clear' && !search.block ? 'good' : 'doubt', actions: [{ label: t('said.show'), run: show }] });
}

/** `goHere` brings the area into view. */
export function followScreenings(goHere: () => void): () => void {
  const follow = (search: ScreeningSummary) => {
    history.change(search);
    void recentScreenings.reload();
    void answers.known(search.id)?.reload();
    if (search.state === 'done' || search.state === 'failed') void withWords('screening', () => toastOutcome(search, goHere));
  };
  // Without the state, the rail counts from the first event on.
  void screeningState.reload();
  void recentScreenings.reload();
  const typed = followPart('screening', useScreening, {
    part: ({ typed, visit, drafts }) => ({ typed, visit, drafts }),
    restore: (part) => useScreening.setState(part),
  });
  return endAll([subscribe('screening.state', screeningState.set), subscribe('screening.changed', follow), history.stop, typed]);
}
