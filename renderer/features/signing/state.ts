/** The shape of the sign area's state. */
import type { StationDocument } from '../../../shared/domain/document.ts';
import type { PlacementRule } from '../../../shared/domain/placement.ts';
import type { BatchFault } from '../../../shared/domain/signing.ts';
import type { AcceptableCode } from '../../../shared/errors.ts';

/** Which states are listed; see `derive.ts`. */
export const filters = ['all', 'draft', 'busy', 'signed', 'attention'] as const;
export type Filter = (typeof filters)[number];

/** The clerk's changes to one document; an absent field is as for all documents. */
export type Draft = {
  reference?: string;
  rule?: PlacementRule;
  /** The warnings about it that the clerk has read and accepts. */
  accepted?: readonly AcceptableCode[];
};

export type Drafts = Readonly<Record<string, Draft>>;

export type SigningState = {
  documents: readonly StationDocument[];
  reading: { done: number; total: number };
  drafts: Drafts;
  /** The placement of every document without its own. */
  rule: PlacementRule | null;
  /** Counts the times a saved place was chosen: the page then shows it. */
  placesChosen: number;
  /** A number of the placement is invalid, so the placement is not what the screen shows. */
  placementTypedWrong: boolean;
  clientInfo: string;
  /** The visit that they are signed for; null when none was chosen. */
  visit: { id: string; name: string } | null;
  /** Client info of the last batch that went out; see `withDocuments`. */
  sentClientInfo: string | null;
  /** The document on the page. */
  currentId: string | null;
  selectedIds: ReadonlySet<string>;
  filter: Filter;
  /** Which document's reference is being typed, if any. */
  editingReference: string | null;
  /** Null when not checked since the last success. */
  faults: readonly BatchFault[] | null;
  /** The documents that the faults are about; checked again as the clerk corrects them. */
  checked: readonly string[] | null;
  /** The documents about to be sent and their duplicates, while the dialog asks. */
  sentBefore: { documents: readonly StationDocument[]; faults: readonly BatchFault[] } | null;
  /** A check or a send is in progress. */
  sending: boolean;
  /** The batch with the shown summary. */
  summaryOf: string | null;
};
