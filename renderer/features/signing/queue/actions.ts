/** Everything that a press in the queue starts. Problems are shown over the page. */
import i18next from 'i18next';
import { type ActCounts, sumOfActs } from '../../../../shared/domain/signing/queue-list.ts';
import type { ProviderRule } from '../../../../shared/domain/verification/provider-rule.ts';
import { problemOf } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import { announce, toast, toastProblem } from '../../../components/index.ts';
import { withWords } from '../../../i18n/index.ts';
import { attempt, succeeded } from '../../../state/attempt.ts';
import { inChunks } from '../../../state/jobs.ts';
import { type Check, type Proposal, useQueueView } from './store.ts';

const say = (key: 'said.queued' | 'said.delivered', count: number): void => announce(i18next.t(key, { ns: 'queue', count }));

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

export async function pause(): Promise<void> {
  await attempt(call('queue.pause'));
  void withWords('queue', () => announce(i18next.t('said.paused', { ns: 'queue' })));
}

export async function resume(): Promise<void> {
  await attempt(call('queue.resume'));
  void withWords('queue', () => announce(i18next.t('said.resumed', { ns: 'queue' })));
}

export async function tryNow(): Promise<void> {
  void withWords('queue', () => announce(i18next.t('said.trying', { ns: 'queue' })));
  await attempt(call('queue.wake'));
}

export const finishClosing = async (): Promise<void> => void (await attempt(call('queue.finishClosing')));

/** Calls main for each part of many documents, until one is refused, and shows why. Returns the answers before that: they are done. */
async function attemptParts<T>(ids: readonly string[], work: (some: string[]) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  await attempt(inChunks(ids, async (some) => void answers.push(await work(some))));
  return answers;
}

export async function cancel(ids: readonly string[]): Promise<void> {
  const answers = await attemptParts(ids, (some) => call('signing.cancel', { ids: some }));
  const cancelled = sum(answers.map((answer) => answer.cancelled.length));
  if (answers.length > 0) announce(i18next.t('progress.cancelled', { ns: 'signing', count: cancelled }));
}

/** `resend`: "I know that it may have been signed"; `again`: "I know that the same was sent before". */
export async function retry(ids: readonly string[], resend: boolean, again = false): Promise<void> {
  const answers = await attemptParts(ids, (some) => call('queue.retry', { ids: some, resend, again }));
  if (answers.length === 0) return;
  const queued = sum(answers.map((answer) => answer.queued.length));
  const faults = answers.flatMap(({ sentBefore }) => sentBefore);
  const subjects = answers.flatMap(({ needsReason }) => needsReason);
  if (queued > 0) say('said.queued', queued);
  useQueueView.setState({ reasonFor: subjects.length > 0 ? { subjects, resend, again } : null });
  if (faults.length > 0) useQueueView.setState({ sentBefore: { faults, resend } });
  else if (queued === 0 && subjects.length === 0) toast(() => i18next.t('said.notQueued', { ns: 'queue' }), { tone: 'doubt' });
}

/** Sends again what waited for the reason, or leaves it. Of several visits, the next one is asked about then. */
export async function answerReason(given: boolean): Promise<void> {
  const { reasonFor } = useQueueView.getState();
  useQueueView.setState({ reasonFor: null });
  if (!given || !reasonFor) return;
  const ids = reasonFor.subjects.map(({ documentId }) => documentId);
  await retry(ids, reasonFor.resend, reasonFor.again);
}

export async function deliver(ids: readonly string[], elsewhere: boolean): Promise<void> {
  const answers = await attemptParts(ids, (some) => call('queue.deliver', { ids: some, elsewhere }));
  if (answers.length === 0) return;
  const delivered = sum(answers.map((answer) => answer.delivered));
  if (delivered > 0) say('said.delivered', delivered);
  // Elsewhere, an empty result may mean that the dialog was dismissed.
  else if (!elsewhere) toast(() => i18next.t('said.notDelivered', { ns: 'queue' }), { tone: 'doubt' });
}

export async function countActsOf(ids: readonly string[]): Promise<ActCounts> {
  return sumOfActs(await inChunks(ids, (some) => call('queue.countActs', { ids: some })));
}

/** Removes the finished ones among these documents from the list; they can be brought back. */
export async function remove(ids: readonly string[]): Promise<void> {
  const answers = await attemptParts(ids, (some) => call('queue.remove', { ids: some }));
  const removed = answers.flatMap((answer) => answer.removed);
  if (removed.length === 0) return;
  useQueueView.setState(({ removals }) => ({ removals: [...removals, removed] }));
  toast(() => i18next.t('said.removed', { ns: 'queue', count: removed.length }), {
    undo: { label: () => i18next.t('ui:undo'), run: () => void bringBack() },
    isBrief: true,
  });
}

/** Brings back the documents of the last removal, and selects them. Those that main refuses can be tried again. */
export async function bringBack(): Promise<void> {
  const last = useQueueView.getState().removals.at(-1);
  if (!last) return;
  const setRemovals = (removals: typeof before) => useQueueView.setState({ removals, revealing: null });
  const before = useQueueView.getState().removals;
  setRemovals(before.slice(0, -1));
  useQueueView.setState({ selectedIds: new Set(last), revealing: last[0] ?? null });
  const asked: string[] = [];
  const answers = await attemptParts(last, async (some) => {
    const answer = await call('queue.restore', { ids: some });
    asked.push(...some);
    return answer;
  });
  const restored = answers.flatMap((answer) => answer.restored);
  const refused = last.slice(asked.length);
  if (refused.length > 0 || restored.length === 0) setRemovals([...before.slice(0, -1), ...(refused.length > 0 ? [refused] : [])]);
  if (restored.length === 0) return;
  useQueueView.setState({ selectedIds: new Set(restored) });
  announce(i18next.t('list.restored', { ns: 'signing', count: restored.length }));
}

const setCheck = (id: string, check: Check): void => useQueueView.setState(({ checks }) => ({ checks: { ...checks, [id]: check } }));

/** Asks the provider about a document in doubt, and checks the stored parts of its answer. */
export async function check(documentId: string): Promise<void> {
  setCheck(documentId, { state: 'asking' });
  try {
    const { candidates, problem } = await call('queue.check', { documentId });
    setCheck(documentId, { state: 'done', candidates, problem });
  } catch (thrown) {
    setCheck(documentId, { state: 'done', candidates: [], problem: problemOf(thrown) });
  }
}

export async function accept(documentId: string, candidateId: string): Promise<void> {
  const accepted = await succeeded(call('queue.accept', { documentId, candidateId }));
  if (accepted) announce(i18next.t('said.accepted', { ns: 'queue' }));
}

/** Checks the file of an unverified document again, with the current settings. */
export async function checkAgain(documentId: string): Promise<void> {
  const mark = (under: boolean) =>
    useQueueView.setState(({ rechecked }) => ({
      rechecked: new Set(under ? [...rechecked, documentId] : [...rechecked].filter((id) => id !== documentId)),
    }));
  mark(true);
  try {
    const { signed } = await call('queue.checkAgain', { ids: [documentId] });
    if (signed.length > 0) announce(i18next.t('said.accepted', { ns: 'queue' }));
    else toast(() => i18next.t('said.stillUnverified', { ns: 'queue' }), { tone: 'doubt' });
  } catch (thrown) {
    const problem = problemOf(thrown);
    // The person who stopped the check needs no message.
    if (problem.code !== 'cancelled') toastProblem(problem);
  } finally {
    mark(false);
  }
}

function setProposal(id: string, proposal: Proposal | null): void {
  useQueueView.setState(({ proposals: { [id]: _, ...others } }) => ({
    proposals: proposal === null ? others : { ...others, [id]: proposal },
  }));
}

export const dropProposal = (documentId: string): void => setProposal(documentId, null);

/** Finds the smallest set of provider rules that would accept an unverified document. */
export async function proposeRule(documentId: string): Promise<void> {
  setProposal(documentId, { state: 'looking' });
  try {
    setProposal(documentId, { state: 'found', ...(await call('queue.proposeRule', { documentId })) });
  } catch (thrown) {
    const problem = problemOf(thrown);
    setProposal(documentId, problem.code === 'cancelled' ? null : { state: 'none', problem });
  }
}

/** Adds the rules to the connection, and has its unverified documents checked again. */
export async function acceptRule(documentId: string, rules: ProviderRule[]): Promise<void> {
  const answer = await attempt(call('queue.acceptRule', { documentId, rules }));
  if (!answer) return;
  dropProposal(documentId);
  toast(() => i18next.t('said.ruleAdded', { ns: 'queue', count: answer.signed.length }), { tone: 'good' });
}

/** Returns whether it was closed. */
export async function closeDoubt(documentId: string, note: string): Promise<boolean> {
  const closed = await succeeded(call('queue.close', { documentId, note }));
  if (closed) announce(i18next.t('said.closed', { ns: 'queue' }));
  return closed;
}
