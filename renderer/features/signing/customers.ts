/** One customer at a time: documents and typed data belong to a customer, and earlier customers are folded. Pure. */
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import type { Jobs } from '../../state/jobs.ts';
import { ruleOf, sendable } from './derive.ts';
import type { CustomerData, EarlierCustomer, FirstStep, Removal, SigningState } from './state.ts';

type Customers = Pick<SigningState, 'documents' | 'earlier'>;

/** What a new customer begins with; the position of the one before is proposed. */
const nothingTyped = {
  clientInfo: '',
  visit: null,
  sentClientInfo: null,
  faults: null,
  checked: null,
  summaryOf: null,
  editingReference: null,
} satisfies Partial<SigningState>;

/** Returns the earlier customer of a document; null for one of the current customer. */
export const earlierOwner = ({ earlier }: Pick<SigningState, 'earlier'>, documentId: string | null): EarlierCustomer | null =>
  (documentId !== null && earlier.find(({ documentIds }) => documentIds.has(documentId))) || null;

/** Returns the customer before the current one; null when there is none, or nothing was typed of it that could be proposed again. */
export const customerBefore = ({ earlier: [before] }: Pick<SigningState, 'earlier'>): EarlierCustomer | null =>
  before && (before.visit !== null || before.clientInfo.trim() !== '') ? before : null;

/** Returns the documents of the current customer, in the order of their opening. */
export const currentDocuments = ({ documents, earlier }: Customers): StationDocument[] =>
  earlier.length === 0 ? [...documents] : documents.filter(({ id }) => earlierOwner({ earlier }, id) === null);

/** Returns the documents of an earlier customer. */
export const documentsOf = ({ documentIds }: EarlierCustomer, documents: readonly StationDocument[]): StationDocument[] =>
  documents.filter(({ id }) => documentIds.has(id));

/** Whether the current customer's documents have been sent, and nothing is left that could be. */
export function isFinished(state: Customers, jobs: Jobs): boolean {
  const own = currentDocuments(state);
  return sendable(own, jobs).length === 0 && own.some(({ id }) => jobs[id] !== undefined);
}

type Begun = Pick<SigningState, 'documents' | 'earlier' | 'drafts' | 'rule' | 'placementToConfirm'>;

/** Returns the first step that the current customer's documents are at. */
export function firstStepOf(state: Begun, jobs: Jobs): FirstStep {
  const pending = sendable(currentDocuments(state), jobs);
  if (pending.length === 0) return isFinished(state, jobs) ? 'done' : 'open';
  const isPlaced = pending.every(({ id }) => {
    const draft = state.drafts[id];
    return ruleOf(draft, state.rule) !== null && (draft?.rule !== undefined || !state.placementToConfirm);
  });
  return isPlaced ? 'send' : 'place';
}

/** Returns the name of a customer; empty when nothing was typed. */
export const nameOf = ({ visit, clientInfo, sentClientInfo }: Pick<SigningState, 'visit' | 'clientInfo' | 'sentClientInfo'>): string =>
  visit?.name || clientInfo.trim() || sentClientInfo || '';

const dataOf = ({
  clientInfo,
  visit,
  sentClientInfo,
  rule,
  placementToConfirm,
  faults,
  checked,
  summaryOf,
}: SigningState): CustomerData => ({
  clientInfo,
  visit,
  sentClientInfo,
  rule,
  placementToConfirm,
  faults,
  checked,
  summaryOf,
});

/** Returns the earlier customers with the current one as the latest of them, if it has documents. */
function withCurrent(state: SigningState): readonly EarlierCustomer[] {
  const own = currentDocuments(state);
  if (own.length === 0) return state.earlier;
  const documentIds = new Set(own.map(({ id }) => id));
  return [{ ...dataOf(state), id: own[0]?.id ?? '', documentIds, isOpen: false }, ...state.earlier];
}

/**
 * Folds the current customer's documents and begins another customer. A client that was typed after the last batch was sent is
 * the next customer's.
 */
export function nextCustomer(state: SigningState): SigningState {
  const { clientInfo, sentClientInfo } = state;
  const isNext = clientInfo !== '' && sentClientInfo !== null && clientInfo !== sentClientInfo;
  return {
    ...state,
    ...nothingTyped,
    earlier: withCurrent(isNext ? { ...state, clientInfo: sentClientInfo } : state),
    ...(isNext && { clientInfo }),
    placementToConfirm: state.rule !== null,
    filter: 'all',
    only: null,
    currentId: null,
    selectedIds: new Set(),
    arrived: [],
    removals: [],
  };
}

/** Makes an earlier customer the current one again, with what was typed; the current one is folded. */
export function resumeCustomer(state: SigningState, id: string): SigningState {
  const chosen = state.earlier.find((one) => one.id === id);
  if (!chosen) return state;
  const { id: _, documentIds, isOpen: __, ...data } = chosen;
  const earlier = withCurrent(state).filter((one) => one.id !== id);
  const shown = state.currentId !== null && documentIds.has(state.currentId) ? state.currentId : ([...documentIds][0] ?? null);
  return {
    ...state,
    ...data,
    earlier,
    removals: [],
    filter: 'all',
    only: null,
    currentId: shown,
    selectedIds: new Set(shown === null ? [] : [shown]),
  };
}

/** Returns what a removal of these documents takes from the list; documents of several customers are of the current one. */
export function removalOf(state: SigningState, ids: readonly string[]): Removal {
  const owners = new Set(ids.map((id) => earlierOwner(state, id)));
  const [owner = null] = owners.size === 1 ? owners : [];
  return { ids, drafts: Object.fromEntries(Object.entries(state.drafts).filter(([id]) => ids.includes(id))), owner, data: dataOf(state) };
}

/** Returns the state in which the documents of the last removal come back: with their customer and with what was typed. */
export function bringingBack(state: SigningState): SigningState {
  const last = state.removals.at(-1);
  if (!last) return state;
  const { owner } = last;
  const isKnown = owner !== null && state.earlier.some(({ id }) => id === owner.id);
  const joined = (one: EarlierCustomer) =>
    one.id === owner?.id ? { ...one, documentIds: new Set([...one.documentIds, ...last.ids]) } : one;
  return {
    ...state,
    ...(currentDocuments(state).length === 0 && owner === null && last.data),
    earlier: isKnown || owner === null ? state.earlier.map(joined) : [{ ...owner, documentIds: new Set(last.ids) }, ...state.earlier],
    drafts: { ...state.drafts, ...last.drafts },
    removals: state.removals.slice(0, -1),
    returning: new Set([...state.returning, ...last.ids]),
  };
}

/** Returns the state after main's answer to the return of a removal. `restored`: ids of the listed documents; null if main failed. */
export function withoutReturning(state: SigningState, removal: Removal, restored: readonly string[] | null): SigningState {
  const failed = removal.ids.filter((id) => !restored?.includes(id));
  if (failed.length === 0) return state;
  return {
    ...state,
    returning: new Set([...state.returning].filter((id) => !failed.includes(id))),
    removals: restored === null ? [...state.removals, removal] : state.removals,
  };
}

/** Returns the earlier customers without documents that are gone. */
const withoutGone = (earlier: readonly EarlierCustomer[], present: ReadonlySet<string>): readonly EarlierCustomer[] =>
  earlier.flatMap((one) => {
    const documentIds = new Set([...one.documentIds].filter((id) => present.has(id)));
    if (documentIds.size === 0) return [];
    return [documentIds.size === one.documentIds.size ? one : { ...one, documentIds }];
  });

/**
 * Returns the store's state after main sends the list again. New documents show themselves; when the current customer's were all
 * sent, they are the next customer's. The position has to be confirmed for them.
 */
export function withDocuments(before: SigningState, jobs: Jobs, documents: readonly StationDocument[]): SigningState {
  const known = new Set([...before.documents.map(({ id }) => id), ...before.returning]);
  const returned = documents.filter(({ id }) => before.returning.has(id)).map(({ id }) => id);
  const present = new Set(documents.map(({ id }) => id));
  const added = documents.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const waiting = new Set([...before.returning].filter((id) => !present.has(id)));
  const begins = added.length > 0 && before.arrived.length === 0;
  // Signed files that get another signature stay with their customer.
  const stay = before.awaited > 0;
  const state = begins && !stay && isFinished(before, jobs) ? nextCustomer(before) : before;
  const arrived = [...state.arrived, ...added];
  // Files of one opening arrive in any order. The first of them stays on the page until the clerk chooses another.
  const isChosen = !begins && state.currentId !== firstOf(documents, state.arrived, jobs);
  const shown = added.length > 0 && !isChosen ? firstOf(documents, arrived, jobs) : (returned[0] ?? state.currentId);
  const currentId = shown !== null && present.has(shown) ? shown : neighbour(state, present, documents);
  const selected = returned.length > 0 ? returned : [...state.selectedIds].filter((id) => present.has(id));
  const staysSelected = selected.length > 0 && (returned.length > 0 || currentId === state.currentId);
  return {
    ...state,
    documents,
    preview: state.preview !== null && present.has(state.preview.id) ? null : state.preview,
    arrived,
    earlier: withoutGone(state.earlier, new Set([...present, ...waiting])),
    returning: waiting,
    currentId,
    // Another set is read aloud, with each list while many are opened.
    ...(!(staysSelected && returned.length === 0 && added.length > 0) && {
      selectedIds: new Set(staysSelected ? selected : currentId === null ? [] : [currentId]),
    }),
    drafts: Object.fromEntries([
      ...Object.entries(state.drafts).filter(([id]) => present.has(id) || waiting.has(id)),
      ...(stay ? added.map((id) => [id, { rule: null }] as const) : []),
    ]),
    awaited: Math.max(0, state.awaited - added.length),
    ...(begins && { filter: 'all', only: null, pane: 'page', placementToConfirm: !stay && state.rule !== null }),
    // A client that is typed before its documents are opened stays.
    ...(before.documents.length > 0 && documents.length === 0 && waiting.size === 0 && nothingTyped),
  };
}

/** Returns the first of these that can be sent, else the first of all, in the order of the list. */
function firstOf(documents: readonly StationDocument[], ids: readonly string[], jobs: Jobs): string | null {
  const wanted = new Set(ids);
  const these = documents.filter(({ id }) => wanted.has(id));
  return (sendable(these, jobs)[0] ?? these[0])?.id ?? null;
}

/** Returns the document nearest to the position of the one that was on the page; null when there was none. */
function neighbour(state: SigningState, present: ReadonlySet<string>, documents: readonly StationDocument[]): string | null {
  if (state.currentId === null) return null;
  const at = state.documents.findIndex(({ id }) => id === state.currentId);
  const after = state.documents.slice(Math.max(at, 0)).find(({ id }) => present.has(id));
  return (after ?? documents.at(-1))?.id ?? null;
}
