/** Follows main's events about screenings: their state, and stored ones that have been sent. */
import i18next from 'i18next';
import type { ScreeningSummary } from '../../../shared/domain/screening/screening.ts';
import { subscribe } from '../../bridge.ts';
import { toast } from '../../components/index.ts';
import { withWords } from '../../i18n/index.ts';
import { endAll } from '../../state/remote.ts';
import { followPart } from '../../state/workspace.ts';
import { shownOutcome } from './derive.ts';
import { history } from './history/store.ts';
import { answers, recentScreenings, screeningState, useScreening } from './store.ts';

function toastOutcome(screening: ScreeningSummary, goHere: () => void): void {
  const t = i18next.getFixedT(null, 'screening');
  const words = () => t('said.answered', { name: screening.query.name, outcome: t(`outcome.${shownOutcome(screening)}.word`) });
  const show = () => {
    useScreening.setState({ section: 'single', shownId: screening.id });
    goHere();
  };
  toast(words, {
    tone: screening.outcome === 'clear' && !screening.block ? 'good' : 'doubt',
    actions: [{ label: () => t('said.show'), run: show }],
  });
}

/** `goHere` brings the area into view. */
export function followScreenings(goHere: () => void): () => void {
  const follow = (screening: ScreeningSummary) => {
    history.change(screening);
    void recentScreenings.reload();
    void answers.known(screening.id)?.reload();
    if (screening.state === 'done' || screening.state === 'failed') void withWords('screening', () => toastOutcome(screening, goHere));
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
