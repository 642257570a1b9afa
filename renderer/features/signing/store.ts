/** Documents and jobs as main reported them, and the clerk's choices and input. It outlives the view. */
import { create } from 'zustand';
import type { Draft, SigningState } from './state.ts';

const initialState: SigningState = {
  loaded: false,
  loadProblem: null,
  documents: [],
  reading: { done: 0, total: 0 },
  presets: [],
  drafts: {},
  rule: null,
  placesChosen: 0,
  placementTypedWrong: false,
  clientInfo: '',
  visit: null,
  sentClientInfo: null,
  currentId: null,
  selectedIds: new Set(),
  filter: 'all',
  editingReference: null,
  faults: null,
  checked: null,
  sentBefore: null,
  sending: false,
  summaryOf: null,
};

export const useSigning = create<SigningState>(() => initialState);

export const changeDraft = (id: string, part: Draft): void =>
  useSigning.setState(({ drafts }) => ({ drafts: { ...drafts, [id]: { ...drafts[id], ...part } } }));

export const dropOwnRule = (id: string): void =>
  useSigning.setState(({ drafts }) => {
    const { rule: _, ...rest } = drafts[id] ?? {};
    return { drafts: { ...drafts, [id]: rest } };
  });

export const showDocument = (id: string): void => useSigning.setState({ currentId: id, selectedIds: new Set([id]) });
