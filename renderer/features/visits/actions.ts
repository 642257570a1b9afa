/** Everything that a press on a visit starts. A refusal is shown where the action was started; other problems over the page. */
import i18next from 'i18next';
import type { ValidationPathParts } from '../../../shared/domain/settings/profile.ts';
import type { Language } from '../../../shared/domain/settings/settings.ts';
import type { EvidenceWish, VisitDetails, VisitView } from '../../../shared/domain/visits/visit.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import type { ResponseOf } from '../../../shared/ipc/contract.ts';
import { call } from '../../bridge.ts';
import { announce, toast, toastProblem } from '../../components/index.ts';
import { isDialogOpen } from '../../components/use-window-keys.ts';
import { attempt, refusalOf } from '../../state/attempt.ts';
import { clientInfoOf, namedVisit, titleOf, trimmed } from './derive.ts';
import { type FetchInput, partsInOrder } from './fetch-input.ts';
import { askAbout, closeVisit, nothingNew, openedVisit, openRecord, setFetching, useVisits, visitList, writeNote } from './store.ts';

const words = i18next.getFixedT(null, 'customers');

/** Stores a received view: shown when its visit is open. */
function take(view: VisitView): void {
  if (useVisits.getState().openId === view.id) openedVisit.set(view);
}

/** Reads the open visit again from storage; the previous view stays on screen until then. */
export async function reloadVisit(): Promise<void> {
  if (useVisits.getState().openId !== null) await openedVisit.reload();
}

/** Opens a visit. */
export function showVisit(id: string): void {
  if (useVisits.getState().openId !== id) openedVisit.clear();
  useVisits.setState({ openId: id, recordId: null, dialog: null });
  void reloadVisit();
}

/** Opens a visit with one of its records. */
export function showRecord(id: string, recordId: string): void {
  showVisit(id);
  openRecord(recordId);
}

/** Opens a visit with the dialog that fetches its record. */
export function fetchFor(id: string): void {
  showVisit(id);
  askAbout('fetch');
}

/** Opens a new visit, and fetches its record if requested. Returns the problem if there is one. */
export async function createVisit(
  details: VisitDetails,
  fetch: { path: ValidationPathParts; asked: FetchInput } | null,
): Promise<Problem | null> {
  return await refusalOf(
    call('visits.create', trimmed(details)).then(({ id }) => {
      useVisits.setState({ creating: false, newVisit: nothingNew });
      announce(words('said.opened', { name: titleOf(trimmed(details)) }));
      visitList.reload();
      showVisit(id);
      if (fetch) void fetchRecord(id, fetch.path, fetch.asked);
    }),
  );
}

export const changeVisit = (id: string, details: VisitDetails): Promise<Problem | null> =>
  refusalOf(call('visits.change', { id, ...trimmed(details) }).then(take));

/**
 * Fetches a record from the provider. The input stays until a record was received; the reason for a failure is shown with it.
 * Returns whether a record was received.
 */
export async function fetchRecord(id: string, path: ValidationPathParts, typed: FetchInput): Promise<boolean> {
  if (useVisits.getState().fetches[id]?.running) return false;
  const fetchId = crypto.randomUUID();
  setFetching(id, { asked: typed, running: { fetchId, bytes: 0 }, problem: null });
  announce(words('fetch.running'));
  const problem = await refusalOf(call('visits.fetch', { id, fetchId, parts: partsInOrder(path, typed), wish: typed.wish }));
  setFetching(id, { running: null, problem: problem?.code === 'cancelled' ? null : problem, ...(problem ? {} : { asked: null }) });
  const said = problem ? (problem.code === 'cancelled' ? 'said.fetchStopped' : 'said.fetchFailed') : 'said.fetched';
  // The dialog reads the problem itself.
  if (!(problem && isDialogOpen())) announce(words(said));
  await reloadVisit();
  return problem === null;
}

export async function stopFetch(id: string): Promise<void> {
  const running = useVisits.getState().fetches[id]?.running;
  if (running) await attempt(call('visits.stopFetch', { fetchId: running.fetchId }));
}

export async function saveNote(id: string, text: string): Promise<void> {
  const view = await attempt(call('visits.note', { id, text }));
  if (!view) return;
  // The visit may have been left and opened again: text typed since then is another note.
  if (useVisits.getState().notes[id]?.trim() === text) writeNote(id, '');
  take(view);
  announce(words('said.noted'));
}

export async function override(id: string, keys: string[], reason: string): Promise<Problem | null> {
  const problem = await refusalOf(call('visits.override', { id, keys, reason }).then(take));
  if (!problem) announce(words('said.overridden'));
  return problem;
}

export type WrittenEvidence = NonNullable<ResponseOf<'visits.evidence'>>;

/** How writing ended. `result` is null when the person dismissed the system's dialog. */
type Written = { result: WrittenEvidence | null } | { problem: Problem };

/** Says over the page how it ended, after its dialog was closed. */
export function sayWritten(written: Written): void {
  if ('problem' in written) toastProblem(written.problem);
  else if (written.result) {
    const { name } = written.result;
    toast(() => words('said.evidence', { name }));
  }
}

export async function writeEvidence(id: string, wish: EvidenceWish, language: Language): Promise<Written> {
  try {
    return { result: await call('visits.evidence', { id, wish, language }) };
  } catch (thrown) {
    return { problem: problemOf(thrown) };
  }
}

export async function removeVisit(id: string): Promise<Problem | null> {
  const view = openedVisit.value();
  const name = view ? titleOf(view) : '';
  return await refusalOf(
    call('visits.remove', { id }).then(() => {
      leaveRemoved(id);
      toast(() => words('said.removed', { name }));
    }),
  );
}

/** Clears every trace of a removed visit from the page. */
export function leaveRemoved(id: string): void {
  visitList.remove(id);
  useVisits.setState(({ fetches: { [id]: _, ...fetches }, notes: { [id]: __, ...notes } }) => ({ fetches, notes }));
  if (useVisits.getState().openId === id) closeVisit();
}

/** The data of a visit that signing and screening receive. */
export const aboutSigning = (view: VisitView) => ({ visitId: view.id, clientInfo: clientInfoOf(view), name: namedVisit(view) });
export const aboutScreening = (view: VisitView) => ({
  visitId: view.id,
  visitName: namedVisit(view),
  name: view.name,
  identification: view.identification,
});
