/** Everything that a press starts. Problems are shown over the page; faults of a batch go into the store. */
import i18next from 'i18next';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import type { LengthUnit } from '../../../shared/domain/placement/length-unit.ts';
import { builtInPresets } from '../../../shared/domain/placement/presets.ts';
import type { BatchFault } from '../../../shared/domain/signing/signing.ts';
import { hasTrait } from '../../../shared/errors.ts';
import { call, openDropped } from '../../bridge.ts';
import { announce, closeUndo, toast } from '../../components/index.ts';
import { isCovered } from '../../components/use-window-keys.ts';
import { attempt, succeeded } from '../../state/attempt.ts';
import { currentQueue, holdOf, useJobs } from '../../state/jobs.ts';
import { flushWorkspace } from '../../state/workspace.ts';
import {
  bringingBack,
  currentDocuments,
  earlierOwner,
  isFinished,
  nextCustomer,
  removalOf,
  resumeCustomer,
  withoutReturning,
} from './customers.ts';
import { batchOf, ruleOf, sendable, summaryOf } from './derive.ts';
import type { FaultField } from './faults.ts';
import type { SigningState } from './state.ts';
import { changeDraft, goToPlacement, showDocument, useSigning } from './store.ts';
import { summarySentence, words } from './words.ts';

export const openFiles = (): Promise<unknown> => attempt(call('documents.chooseFiles'));
export const openFolder = (): Promise<unknown> => attempt(call('documents.chooseFolder'));
export const takeDropped = (files: File[]): Promise<unknown> => attempt(openDropped(files));
export const recheck = (ids: string[]): Promise<unknown> => attempt(call('documents.recheck', { ids }));

/** Ends the reading of the opened files; those that were read stay. */
export async function stopReading(): Promise<void> {
  const answer = await attempt(call('documents.stopReading'));
  if (answer && answer.left > 0) toast(() => words('list.readingStopped', { count: answer.left }));
}

/** Removes documents from the list; until the next customer they can be brought back, with what was typed. */
export async function remove(ids: string[]): Promise<void> {
  const removal = removalOf(useSigning.getState(), ids);
  if (!(await succeeded(call('documents.remove', { ids })))) return;
  useSigning.setState(({ removals }) => ({ removals: [...removals, removal].slice(-maxRemovals) }));
  toast(() => words('list.removed', { count: ids.length }), {
    undo: { label: () => i18next.t('ui:undo'), run: () => void bringBack() },
    isBrief: true,
  });
}

/** As many as main has. */
const maxRemovals = 10;

/** Brings back the documents of the last removal. If main cannot, the removal can be tried again. */
export async function bringBack(): Promise<void> {
  const last = useSigning.getState().removals.at(-1);
  if (!last) return;
  useSigning.setState(bringingBack);
  const answer = await attempt(call('documents.restore', { ids: [...last.ids] }));
  useSigning.setState((state) => withoutReturning(state, last, answer?.restored ?? null));
  const count = answer?.restored.length ?? 0;
  if (count > 0) announce(words('list.restored', { count }));
}

type SentBefore = NonNullable<SigningState['sentBefore']>;

/** Moves the focus to the list, on the document that is on the page, unless the clerk is in the middle of typing. */
export function focusList(): void {
  const focused = document.activeElement;
  const isTyping = (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) && focused.value !== '';
  if (!isTyping && !isCovered()) useSigning.setState({ listTakesFocus: true });
}

/** Moves the focus to the client's data. */
export const focusClient = (): void => focusField('client');

/** Moves the focus to the field where a fault is corrected, once the chosen document is drawn. */
export function focusField(field: FaultField, selector = 'input:not([type="checkbox"]), button'): void {
  useSigning.setState({ pane: 'panel' });
  // Before the next key, which belongs to the field.
  queueMicrotask(() => {
    const section = document.querySelector(`[data-field="${field}"]`);
    section?.scrollIntoView({ block: 'nearest' });
    section?.querySelector<HTMLElement>(selector)?.focus();
  });
}

/** @param again ids of documents that the clerk knowingly sends again */
export async function sendThese(documents: readonly StationDocument[], again?: ReadonlySet<string>): Promise<void> {
  const state = useSigning.getState();
  // A second press while the first is being checked would be a second batch.
  if (state.sending) return;
  if (state.placementTypedWrong) {
    toast(() => words('placement.typedWrong'), { tone: 'bad' });
    focusField('placement', '[aria-invalid="true"]');
    return;
  }
  if (state.placementToConfirm && documents.some(({ id }) => state.drafts[id]?.rule === undefined)) {
    announce(words('placement.confirmFirst'));
    focusField('placement', '[data-confirm]');
    return;
  }
  useSigning.setState({ sending: true });
  announce(words('send.checking'));
  flushWorkspace();
  const answer = await attempt(call('signing.send', batchOf(documents, state, again)));
  useSigning.setState({ sending: false });
  // The problem over the page reads itself. Some may have been queued before it.
  if (!answer) return announce('');
  const sayNothingSent = () => announce(words('send.nothingSent'));
  if (answer.batchId === null && answer.faults.every(({ problem }) => hasTrait(problem, 'sent-before'))) {
    useSigning.setState({ sentBefore: { documents, faults: answer.faults }, faults: null, checked: null });
    sayNothingSent();
  } else if (answer.batchId === null && answer.faults.every(({ problem }) => problem.code === 'reason-needed')) {
    useSigning.setState({ reasonFor: { documents, again }, faults: null, checked: null });
    sayNothingSent();
  } else if (answer.batchId === null) {
    useSigning.setState({ faults: answer.faults, checked: documents.map(({ id }) => id) });
    if (answer.faults.some(({ problem }) => problem.code === 'client-info-missing')) focusClient();
    else if (answer.faults.every(({ problem }) => problem.code === 'placement-missing'))
      focusField('placement', '.viewer-fields-none button');
    // The list says that nothing was sent and reads itself, but not again where it was shown before.
    announce(state.faults === null ? '' : words('faults.announced', { count: answer.faults.length }));
  } else {
    // Some may have been left out after the first call was queued.
    const left = answer.faults.length > 0 ? { faults: answer.faults, checked: documents.map(({ id }) => id) } : { faults: null };
    useSigning.setState({ ...left, summaryOf: answer.batchId, sentClientInfo: state.clientInfo });
    // What was sent can no longer be changed back.
    closeUndo();
    // A short batch may have ended before the answer arrived.
    const summary = summaryOf(useJobs.getState().jobs, answer.batchId);
    const hold = holdOf(currentQueue());
    const said = hold ? (`send.waiting.${hold}` as const) : 'send.announced';
    announce(summary ? summarySentence(summary) : words(said, { count: documents.length }));
  }
}

/** Sends what waited for the reason, or leaves it unsent. */
export async function answerReason(given: boolean): Promise<void> {
  const { reasonFor } = useSigning.getState();
  useSigning.setState({ reasonFor: null });
  if (given && reasonFor) await sendThese(reasonFor.documents, reasonFor.again);
}

const idsOf = (faults: readonly BatchFault[]): Set<string> => new Set(faults.flatMap(({ documentId }) => documentId ?? []));

/** Sends after the question about duplicates: everything, or only documents that were not sent before. */
export async function answerSentBefore(which: 'all' | 'others', { documents, faults }: SentBefore): Promise<void> {
  const repeated = idsOf(faults);
  if (which === 'all') await sendThese(documents, repeated);
  else await sendThese(documents.filter(({ id }) => !repeated.has(id)));
}

/** Prepares signing for the customer of a visit, with its client info filled in; unsent documents and places stay as they are. */
export function signFor(visit: { id: string; name: string }, clientInfo: string): void {
  useSigning.setState((state) => {
    const begun = isFinished(state, useJobs.getState().jobs) ? nextCustomer(state) : state;
    return { ...begun, visit, clientInfo, sentClientInfo: null };
  });
}

/** Folds the documents of this customer and makes room for the next one. */
export function beginNextCustomer(): void {
  useSigning.setState(nextCustomer);
  announce(words('customers.begun'));
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.sign-page .ui-button-primary')?.focus());
}

/** Shows a document in the list, also one of an earlier customer. */
export function showInSign(id: string): void {
  useSigning.setState(({ earlier }) => ({
    filter: 'all',
    only: null,
    earlier: earlier.map((one) => (one.documentIds.has(id) ? { ...one, isOpen: true } : one)),
  }));
  showDocument(id);
  focusList();
}

/** Continues with an earlier customer. */
export function resume(id: string): void {
  useSigning.setState((state) => resumeCustomer(state, id));
  focusList();
}

/** Shows the current customer's documents: the first that can be sent, or the first of all. */
export function showCurrent(): void {
  const own = currentDocuments(useSigning.getState());
  const first = sendable(own, useJobs.getState().jobs)[0] ?? own[0];
  if (first) showDocument(first.id);
  else useSigning.setState({ currentId: null, selectedIds: new Set() });
  focusList();
}

/** Confirms the position for the new documents and shows it on its page. */
export function confirmPlacement(): void {
  useSigning.setState({ placementToConfirm: false });
  announce(words('placement.confirmed'));
  goToPlacement();
}

/** Shows the signature of the document on the page; places it bottom right on the last page when there is none. */
export function placeOrShow(): void {
  const { rule, placementToConfirm, drafts, currentId } = useSigning.getState();
  if (currentId === null) return;
  const draft = drafts[currentId];
  if (ruleOf(draft, rule) === null) {
    const usual = { ...builtInPresets[0].rule };
    if (draft?.rule === undefined) useSigning.setState({ rule: usual, placementToConfirm: false });
    else changeDraft(currentId, { rule: usual });
    goToPlacement();
  } else if (placementToConfirm && draft?.rule === undefined) confirmPlacement();
  else goToPlacement();
}

/** Opens signed files for another signature: documents of the same customer, each with a position of its own that is still to be chosen. */
export async function signAnother(ids: readonly string[]): Promise<void> {
  const owner = earlierOwner(useSigning.getState(), ids[0] ?? null);
  if (owner) resume(owner.id);
  for (const id of ids) changeDraft(id, { another: false });
  useSigning.setState({ awaited: ids.length });
  const answer = await attempt(call('signing.openForAnother', { ids: [...ids] }));
  if (!answer) for (const id of ids) changeDraft(id, { another: true });
  // Files that are in the list already do not arrive; what a person opens next is not awaited.
  const missing = ids.length - (answer?.taken ?? 0);
  useSigning.setState(({ awaited }) => ({ awaited: Math.max(0, awaited - missing) }));
}

/** Says that a drawn rectangle replaced the one before. */
export function sayReplaced(): void {
  toast(() => words('another.replaced'));
}

/** Sends every pending document of the current customer; with faults nothing is sent and all of them are shown. */
export async function send(): Promise<void> {
  const state = useSigning.getState();
  // Nothing is sent that is not on the screen.
  if (earlierOwner(state, state.currentId)) return showCurrent();
  await sendThese(sendable(currentDocuments(state), useJobs.getState().jobs));
}

/** Sends a document again, as it is prepared now, that was certainly not signed. */
export async function sendAgain(document: StationDocument): Promise<void> {
  const owner = earlierOwner(useSigning.getState(), document.id);
  // With the client and the position of its own customer.
  if (owner) resume(owner.id);
  await sendThese([document]);
}

export async function cancel(ids: string[]): Promise<void> {
  sayCancelled(await attempt(call('signing.cancel', { ids })));
}

/** Cancels all pending documents, including those that were sent before and left the list of this area. */
export async function cancelAll(): Promise<void> {
  sayCancelled(await attempt(call('signing.cancelAll')));
}

function sayCancelled(answer: { cancelled: string[] } | undefined): void {
  if (answer) announce(words('progress.cancelled', { count: answer.cancelled.length }));
}

export async function chooseReferences(): Promise<void> {
  const answer = await attempt(call('documents.chooseReferences'));
  if (!answer) return;
  const before = useSigning.getState().drafts;
  for (const { documentId, reference } of answer.matched) changeDraft(documentId, { reference });
  const said = () =>
    [
      words('references.matched', { count: answer.matched.length }),
      ...(answer.unmatched.length > 0
        ? [words('references.unmatched', { count: answer.unmatched.length, names: listed(answer.unmatched) })]
        : []),
    ].join(' ');
  toast(said, {
    tone: answer.unmatched.length > 0 ? 'doubt' : 'quiet',
    undo: { label: () => i18next.t('ui:undo'), run: () => useSigning.setState({ drafts: before }) },
  });
}

const listed = (names: readonly string[]): string => (names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')}…`);

/** Shows lengths on a page in this unit from now on. */
export const chooseLengthUnit = (lengthUnit: LengthUnit): void => void attempt(call('settings.set', { lengthUnit }));
