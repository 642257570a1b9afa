/** Everything that a press in the panel and its answers starts. Problems are shown over the page. */
import i18next from 'i18next';
import type { RuleEffect, ScreeningQuery, ScreeningView, SourceReading, Verdict } from '../../../shared/domain/screening/screening.ts';
import type { Language } from '../../../shared/domain/settings/settings.ts';
import type { TextRule } from '../../../shared/domain/text-rules.ts';
import { problemOf } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';
import { announce, toast } from '../../components/index.ts';
import { attempt, succeeded } from '../../state/attempt.ts';
import { toastSaved } from '../../state/saved.ts';
import { shownOutcome } from './derive.ts';
import { dropFromHistory, history } from './history/store.ts';
import { answers, nothingTyped, recentScreenings, useScreening } from './store.ts';

const words = i18next.getFixedT(null, 'screening');

/** Passes a new or changed view to every store that shows it. */
function take(view: ScreeningView): void {
  answers.of(view.id).set(view);
  history.change(view);
  recentScreenings.change((recent) => recent.map((one) => (one.id === view.id ? view : one)));
}

/** Screens the typed person, for the visit of the form. Without a name, or while another screening runs, nothing happens. */
export const screen = (): Promise<void> => screenTyped(useScreening.getState().visit?.id ?? null);

async function screenTyped(visitId: string | null): Promise<void> {
  const { typed, running } = useScreening.getState();
  const query: ScreeningQuery = { ...typed, name: typed.name.trim(), identification: typed.identification.trim() };
  if (running || query.name === '') return;
  const requestId = crypto.randomUUID();
  useScreening.setState({ running: { requestId, name: query.name, since: Date.now() }, failure: null, section: 'single' });
  announce(words('running.words', { name: query.name }));
  try {
    const view = await call('screening.screen', { requestId, query, visitId });
    take(view);
    useScreening.setState({ running: null, shownId: view.id });
    const said = words('said.answered', { name: view.query.name, outcome: words(`outcome.${shownOutcome(view)}.word`) });
    // Where the clerk waits for it, the heading of the answer has the focus by then, and says the same.
    requestAnimationFrame(() => document.activeElement?.matches('.scr-answer h2') || announce(said));
  } catch (thrown) {
    useScreening.setState({ running: null, failure: problemOf(thrown) });
  }
  void recentScreenings.reload();
}

/** Fills in the form for the customer of a visit. Nothing is sent until the clerk starts it. */
export function screenFor(visit: { id: string; name: string }, person: { name: string; identification: string }): void {
  const { running } = useScreening.getState();
  const typed = { ...nothingTyped, ...person };
  useScreening.setState({ section: 'single', visit, ...(running ? {} : { typed, shownId: null, failure: null }) });
}

/** Shows a stored answer in the panel. */
export function showScreening(id: string): void {
  useScreening.setState({ section: 'single', shownId: id, failure: null });
  void open(id);
}

/** Screens the same person again, from any answer, for the same visit: the form may be another customer's. */
export async function screenAgain({ query, visitId }: ScreeningView): Promise<void> {
  useScreening.setState(({ visit }) => ({ typed: query, section: 'single', visit: visit?.id === visitId ? visit : null }));
  await screenTyped(visitId);
}

export async function stop(): Promise<void> {
  const { running } = useScreening.getState();
  if (running) await attempt(call('screening.stop', { requestId: running.requestId }));
}

/** Opens a stored answer, or reloads it; the previous view stays on screen until then. */
export const open = (id: string): Promise<void> => answers.of(id).reload();

export async function queueScreening(id: string): Promise<void> {
  const queued = await attempt(call('screening.retryLater', { id }));
  if (!queued) return;
  announce(words('said.queued', { name: queued.query.name }));
  history.change(queued);
  await Promise.all([open(id), recentScreenings.reload()]);
}

export async function dropScreening(id: string): Promise<void> {
  const dropped = await succeeded(call('screening.dropPending', { id }));
  if (!dropped) return;
  announce(words('said.dropped'));
  answers.known(id)?.clear();
  useScreening.setState(({ shownId }) => ({ shownId: shownId === id ? null : shownId }));
  dropFromHistory(id);
  await recentScreenings.reload();
}

/** Returns whether it was saved. */
export async function decide(id: string, match: number | null, verdict: Verdict, reason: string): Promise<boolean> {
  const view = await attempt(call('screening.decide', { id, match, verdict, reason }));
  if (!view) return false;
  take(view);
  announce(words('said.decided', { verdict: words(`verdict.${verdict}`) }));
  return true;
}

/** Saves the meaning of unread data. Returns whether it was saved. */
export async function readUnread(id: string, said: Pick<SourceReading, 'of' | 'meaning' | 'reason'>): Promise<boolean> {
  const view = await attempt(call('screening.read', { id, ...said }));
  if (!view) return false;
  take(view);
  announce(words('said.answered', { name: view.query.name, outcome: words(`outcome.${shownOutcome(view)}.word`) }));
  return true;
}

/** Returns null when a problem was shown; so do the next two. */
export const draftRules = async (id: string, of: string): Promise<TextRule[] | null> =>
  (await attempt(call('screening.draftRules', { id, of }))) ?? null;
export const tryRules = async (rules: TextRule[]): Promise<RuleEffect | null> =>
  (await attempt(call('screening.tryRules', { rules }))) ?? null;

export async function addRules(rules: TextRule[]): Promise<boolean> {
  const added = await succeeded(call('screening.addRules', { rules }));
  if (added) toast(() => words('rules.added'), { tone: 'good' });
  return added;
}

export async function saveCertificate(id: string, language: Language): Promise<void> {
  const saved = await attempt(call('screening.saveCertificate', { id, language }));
  if (saved) toastSaved(saved, { opens: true });
}

export const openLink = async (id: string, url: string): Promise<void> => void (await attempt(call('screening.openLink', { id, url })));

/** Returns whether it was saved. */
export const setClerk = (clerk: string): Promise<boolean> => succeeded(call('settings.set', { clerk }));
