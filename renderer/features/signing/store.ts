/** Documents and jobs as main reported them, and the clerk's choices and input. It outlives the view. */
import { useMemo } from 'react';
import { create } from 'zustand';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import type { Draft } from '../../../shared/domain/settings/workspace.ts';
import { call } from '../../bridge.ts';
import { loadJobsOf, useJobs } from '../../state/jobs.ts';
import { createRemote } from '../../state/remote.ts';
import { loadWorkspace } from '../../state/workspace.ts';
import { currentDocuments } from './customers.ts';
import { countOwnAttention, ruleOf } from './derive.ts';
import { initialState, type SigningState } from './state.ts';

export const useSigning = create<SigningState>(() => initialState);

/** Resolves when the jobs of these documents are loaded, which are all that Sign shows. */
export const loadJobsOfList = (documents: readonly StationDocument[]): Promise<void> =>
  loadJobsOf(
    'sign',
    documents.map(({ id }) => id),
  );

/** The documents as main lists them, once the jobs of all of them, and what the page before this one left, are loaded. */
export const documentList = createRemote(async () => {
  const documents = await call('documents.list');
  await Promise.all([loadJobsOfList(documents), loadWorkspace()]);
  return documents;
});

/** The clerk's own saved places. */
export const presets = createRemote(() => call('presets.list'));

/** The documents of the current customer: the same list until they change. */
export function useOwnDocuments(): StationDocument[] {
  const documents = useSigning((state) => state.documents);
  const earlier = useSigning((state) => state.earlier);
  return useMemo(() => currentDocuments({ documents, earlier }), [documents, earlier]);
}

/** How many documents need a person here: the count on the rail. */
export function useWaiting(): number {
  const documents = useSigning((state) => state.documents);
  return useJobs(({ jobs }) => countOwnAttention(documents, jobs));
}

export const changeDraft = (id: string, part: Draft): void =>
  useSigning.setState(({ drafts }) => ({ drafts: { ...drafts, [id]: { ...drafts[id], ...part } } }));

const dropOwnRule = (id: string): void =>
  useSigning.setState(({ drafts }) => {
    const { rule: _, ...rest } = drafts[id] ?? {};
    return { drafts: { ...drafts, [id]: rest } };
  });

export const showDocument = (id: string): void => useSigning.setState({ currentId: id, selectedIds: new Set([id]) });

/** Lets the clerk type the reference of a document; null: of none. */
export const editReference = (id: string | null): void =>
  useSigning.setState({ editingReference: id === null ? null : { id, typed: null } });

/** Lists only these documents, and shows the first of them. */
export function showOnly(ids: readonly string[]): void {
  useSigning.setState({ filter: 'all', only: ids, pane: 'documents' });
  if (ids[0] !== undefined) showDocument(ids[0]);
}

/** Shows the rectangle on its page and moves the focus there. */
export const goToPlacement = (): void => useSigning.setState(({ placesChosen }) => ({ placesChosen: placesChosen + 1, pane: 'page' }));

/** Where a placement applies. */
export const scopes = ['all', 'this'] as const;
type Scope = (typeof scopes)[number];

/** The placement that the page and the panel show, and the target of a change: the common placement or the document's own. */
type CurrentRule = {
  rule: PlacementRule | null;
  scope: Scope;
  /** Whether the clerk has to confirm it for the documents that arrived. */
  toConfirm: boolean;
  /** Null takes the placement away. */
  change: (rule: PlacementRule | null) => void;
  setScope: (scope: Scope) => void;
};

export function useCurrentRule(documentId: string | null): CurrentRule {
  const common = useSigning((state) => state.rule);
  const placementToConfirm = useSigning((state) => state.placementToConfirm);
  const draft = useSigning((state) => (documentId === null ? undefined : state.drafts[documentId]));
  const rule = ruleOf(draft, common);
  const isOwn = documentId !== null && draft?.rule !== undefined;
  return {
    rule,
    scope: isOwn ? 'this' : 'all',
    toConfirm: placementToConfirm && !isOwn,
    change: (next) => {
      if (isOwn) changeDraft(documentId, { rule: next });
      else useSigning.setState({ rule: next, placementToConfirm: false });
    },
    setScope: (scope) => {
      if (documentId === null) return;
      if (scope === 'this') {
        if (!isOwn) changeDraft(documentId, { rule });
        return;
      }
      dropOwnRule(documentId);
      // Without a common placement nothing is lost when this one becomes it.
      if (common === null && rule !== null) useSigning.setState({ rule, placementToConfirm: false });
    },
  };
}
