/** The data from which an evidence ZIP is made. */

import type { RecordView } from '../../../../shared/domain/records/record.ts';
import type { ScreeningView } from '../../../../shared/domain/screening/screening.ts';
import type { DocumentVerification } from '../../../../shared/domain/signing/signing.ts';
import type { Policy } from '../../../../shared/domain/visits/policy.ts';
import type { VisitView } from '../../../../shared/domain/visits/visit.ts';
import type { PaperFacts } from '../../../platform/pdf/paper/evidence-blocks.ts';
import type { AuditEntry } from '../../audit/audit.ts';
import type { RecordRow } from '../../records/records.ts';

/** Bytes that can be read once or more; null when they are gone or cannot be opened. */
export type EvidenceSource = { size: number; sha256: string; read(): AsyncIterable<Uint8Array> };

export type EvidenceDocument = {
  documentId: string;
  name: string;
  original: EvidenceSource | null;
  /** The returned file, whether or not its check agreed. */
  signed: EvidenceSource | null;
  verification: DocumentVerification | null;
};
export type EvidenceRecord = {
  row: RecordRow;
  view: RecordView;
  /** Finds the bytes of a file of the record by its id. */
  file(id: string): EvidenceSource | null;
};

export type EvidenceFacts = PaperFacts & {
  view: VisitView;
  documents: EvidenceDocument[];
  records: EvidenceRecord[];
  screenings: { view: ScreeningView; raw: Uint8Array | null }[];
  audit: AuditEntry[];
  policy: Policy;
  wish: { images: boolean; video: boolean };
};
