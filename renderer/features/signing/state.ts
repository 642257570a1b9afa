/** The shape of the sign area's state. */
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import type { Draft, SavedCustomer } from '../../../shared/domain/settings/workspace.ts';
import type { BatchFault } from '../../../shared/domain/signing/signing.ts';

/** The filters of the list; `derive.ts` has the states of each. */
export const filters = ['all', 'draft', 'busy', 'signed', 'attention'] as const;
export type Filter = (typeof filters)[number];

/** The first steps of a new clerk, in practice mode. */
export const firstSteps = ['open', 'place', 'send'] as const;
/** `done`: everything was sent. */
export type FirstStep = (typeof firstSteps)[number] | 'done';

/** The panes; on a small display not all are in view. */
export const signPanes = ['documents', 'page', 'panel'] as const;
type SignPane = (typeof signPanes)[number];

export type Drafts = Readonly<Record<string, Draft>>;

/** The data of one customer. */
export type CustomerData = SavedCustomer & {
  /** Faults of the last check; null when there are none to show. */
  faults: readonly BatchFault[] | null;
  /** The documents that the faults are about; checked again as the clerk corrects them. */
  checked: readonly string[] | null;
};

/** A customer before the current one, folded in the list. */
export type EarlierCustomer = CustomerData & { id: string; documentIds: ReadonlySet<string>; isOpen: boolean };

/** Documents that one removal took from the list; stored until they are brought back or the next customer begins. */
export type Removal = {
  ids: readonly string[];
  drafts: Drafts;
  /** The earlier customer of the documents; null for the current one. */
  owner: EarlierCustomer | null;
  /** Data of the current customer, which an empty list no longer has. */
  data: CustomerData;
};

export type SigningState = CustomerData & {
  /** Of the current and of earlier customers. */
  documents: readonly StationDocument[];
  /** Latest first. */
  earlier: readonly EarlierCustomer[];
  reading: { done: number; total: number };
  /** A large document that is being read and whose pages can be shown; until it is in `documents`. */
  preview: { id: string; name: string } | null;
  /** Documents that arrived since the reading began. */
  arrived: readonly string[];
  /** Number of signed files that are being opened for another signature: the current customer's, each with its own position. */
  awaited: number;
  drafts: Drafts;
  /** Latest last. */
  removals: readonly Removal[];
  /** Documents that are being brought back: they are not new. */
  returning: ReadonlySet<string>;
  /** Counts the times a saved place was chosen: the page then shows it. */
  placesChosen: number;
  /** A typed number of the placement is invalid, so the placement differs from the numbers on the screen. */
  placementTypedWrong: boolean;
  /** The document on the page. */
  currentId: string | null;
  selectedIds: ReadonlySet<string>;
  filter: Filter;
  /** The documents with a problem that the clerk wants to see; null: all of the filter. */
  only: readonly string[] | null;
  /** The list takes the focus as soon as it shows the document on the page. */
  listTakesFocus: boolean;
  /** The pane that a small display shows. */
  pane: SignPane;
  /** The document whose reference is being typed; `typed` is null until it differs. */
  editingReference: { id: string; typed: string | null } | null;
  /** The documents about to be sent and their duplicates, while the dialog asks. */
  sentBefore: { documents: readonly StationDocument[]; faults: readonly BatchFault[] } | null;
  /** The documents about to be sent, while a person is asked for the reason that main needs first. `again`: see `sendThese`. */
  reasonFor: { documents: readonly StationDocument[]; again: ReadonlySet<string> | undefined } | null;
  /** A check or a send is in progress. */
  sending: boolean;
  /** The panel shows which rules prevent signing, and what to do. */
  rulesShown: boolean;
};

export const initialState: SigningState = {
  documents: [],
  earlier: [],
  reading: { done: 0, total: 0 },
  arrived: [],
  preview: null,
  awaited: 0,
  drafts: {},
  removals: [],
  returning: new Set(),
  rule: null,
  placementToConfirm: false,
  placesChosen: 0,
  placementTypedWrong: false,
  clientInfo: '',
  visit: null,
  sentClientInfo: null,
  currentId: null,
  selectedIds: new Set(),
  filter: 'all',
  only: null,
  listTakesFocus: false,
  pane: 'page',
  editingReference: null,
  faults: null,
  checked: null,
  sentBefore: null,
  reasonFor: null,
  sending: false,
  rulesShown: false,
  summaryOf: null,
};
