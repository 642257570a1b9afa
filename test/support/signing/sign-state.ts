/** What the Sign screen shows, for its pure rules: documents, their jobs, and the state with three of them open. */
import type { DocumentStatus, PlacementRule, SigningJob, StationDocument } from '../doors/domain.ts';
import { problem } from '../doors/errors.ts';
import { initialState } from '../doors/renderer/signing.ts';
import { jobWith } from './job.ts';

export const document = (id: string, bad = false): StationDocument => ({
  id,
  name: `${id}.pdf`,
  size: 1,
  sha256: null,
  facts: null,
  problem: bad ? problem('pdf-password') : null,
  reference: id,
});

export const job = (documentId: string, status: DocumentStatus, batchId = 'b'): SigningJob => jobWith(documentId, { status, batchId });

export const rule: PlacementRule = { page: -1, anchor: 'bottom-right', x: 36, y: 36, width: 200, height: 60 };
export const jobsOf = (...jobs: SigningJob[]) => Object.fromEntries(jobs.map((one) => [one.documentId, one]));
/** Nothing was sent yet, and one document is chosen. */
export const before = {
  ...initialState,
  documents: [document('a'), document('b'), document('c')],
  rule,
  clientInfo: 'T-1',
  currentId: 'b',
  selectedIds: new Set(['b']),
} as const;
