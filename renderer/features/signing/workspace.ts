/** What the next page needs in order to continue with the customers of this one. Pure. */
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import type { SigningWorkspace } from '../../../shared/domain/settings/workspace.ts';
import type { Drafts, SigningState } from './state.ts';

/** The members of the state that the workspace is made of. */
export const savedMembers = [
  'clientInfo',
  'visit',
  'sentClientInfo',
  'rule',
  'placementToConfirm',
  'summaryOf',
  'currentId',
  'documents',
  'returning',
  'earlier',
  'drafts',
  'editingReference',
] satisfies (keyof SigningState)[];

export function toWorkspace(state: SigningState): SigningWorkspace {
  const { clientInfo, visit, sentClientInfo, rule, placementToConfirm, summaryOf, currentId } = state;
  return {
    clientInfo,
    visit,
    sentClientInfo,
    rule,
    placementToConfirm,
    summaryOf,
    currentId,
    documentIds: [...state.documents.map(({ id }) => id), ...state.returning],
    earlier: state.earlier.map(({ faults: _, checked: __, documentIds, ...customer }) => ({ ...customer, documentIds: [...documentIds] })),
    drafts: draftsOf(state),
  };
}

/** Returns the drafts with the reference that is being typed. */
function draftsOf({ drafts, editingReference }: SigningState): Drafts {
  if (editingReference === null || editingReference.typed === null) return drafts;
  const { id, typed } = editingReference;
  return { ...drafts, [id]: { ...drafts[id], reference: typed.trim() } };
}

/**
 * Returns the state in which the page ended that left this workspace. `documents`: as main lists them now; those that the page did not
 * know are left out.
 */
export function withWorkspace(state: SigningState, left: SigningWorkspace, documents: readonly StationDocument[]): SigningState {
  const { documentIds, earlier, ...rest } = left;
  const known = new Set(documentIds);
  return {
    ...state,
    ...rest,
    documents: documents.filter(({ id }) => known.has(id)),
    earlier: earlier.map((customer) => ({ ...customer, faults: null, checked: null, documentIds: new Set(customer.documentIds) })),
    selectedIds: new Set(left.currentId === null ? [] : [left.currentId]),
  };
}
