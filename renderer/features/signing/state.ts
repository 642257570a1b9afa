/** The shape of what the sign area remembers. */
import type { StationDocument } from '../../../shared/domain/document.ts';
import type { PlacementRule, Preset } from '../../../shared/domain/placement.ts';
import type { BatchFault } from '../../../shared/domain/signing.ts';
import type { AcceptableCode, Problem } from '../../../shared/errors.ts';

/** Which states are listed; see `derive.ts`. */
export const filters = ['all', 'draft', 'busy', 'signed', 'attention'] as const;
export type Filter = (typeof filters)[number];

/** What the clerk changed for one document; what is absent is as for all. */
export type Draft = {
  reference?: string;
  rule?: PlacementRule;
  /** What the clerk read about it and accepts. */
  accepted?: readonly AcceptableCode[];
};

export type Drafts = Readonly<Record<string, Draft>>;

export type SigningState = {
  /** False until main answered for the first time. */
  loaded: boolean;
  loadProblem: Problem | null;
  documents: readonly StationDocument[];
  reading: { done: number; total: number };
  presets: readonly Preset[];
  drafts: Drafts;
  /** The placement of every document without its own. */
  rule: PlacementRule | null;
  /** Counts the times a saved place was chosen: the page then shows it. */
  placesChosen: number;
  /** A number of the placement is typed wrong, so the placement is not what is on the screen. */
  placementTypedWrong: boolean;
  clientInfo: string;
  /** The visit that they are signed for; null: none was chosen. */
  visit: { id: string; name: string } | null;
  /** Client info of the last batch that went out; see `withDocuments`. */
  sentClientInfo: string | null;
  /** The document on the page. */
  currentId: string | null;
  selectedIds: ReadonlySet<string>;
  filter: Filter;
  /** Which document's reference is being typed, if any. */
  editingReference: string | null;
  /** Null: not checked since the last success. */
  faults: readonly BatchFault[] | null;
  /** What the faults are about; looked at again as the clerk puts them right. */
  checked: readonly string[] | null;
  /** What was sent before of the documents that were to go out, while that is asked. */
  sentBefore: { documents: readonly StationDocument[]; faults: readonly BatchFault[] } | null;
  /** A check or a send is under way. */
  sending: boolean;
  /** The batch whose summary is shown. */
  summaryOf: string | null;
};
