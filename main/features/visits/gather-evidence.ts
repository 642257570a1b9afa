/** Collects the content of an evidence ZIP: all stored data of the visit, and the files still in its folders. */

import type { Policy } from '../../../shared/domain/policy.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import type { EvidenceWish, VisitView } from '../../../shared/domain/visit.ts';
import type { EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import type { Audit } from '../audit/audit.ts';
import { type RecordRepository, viewOf as recordView } from '../records/records.ts';
import { readingOf, type ScreeningRepository, viewOf } from '../screening/screening.ts';
import type { EvidenceFacts, EvidenceRecord, EvidenceSource } from './evidence-facts.ts';
import type { CopiedFile } from './visit-documents.ts';
import type { VisitRow } from './visit-row.ts';

export type GatherDeps = {
  files: EncryptedFiles;
  records: RecordRepository;
  screenings: ScreeningRepository;
  audit: Audit;
};

export type About = {
  visit: VisitRow;
  view: VisitView;
  wish: EvidenceWish;
  language: Language;
  policy: Policy;
  madeAt: Date;
  madeBy: string;
  stationVersion: string;
};

export function gatherEvidence({ visit, ...about }: About, { files, records, screenings, audit }: GatherDeps): EvidenceFacts {
  const copy = (file: CopiedFile | null): EvidenceSource | null =>
    file && { size: file.size, sha256: file.sha256, read: () => files.read({ kind: 'visit', owner: visit.id, id: file.id }) };
  return {
    ...about,
    documents: visit.documents.map(({ documentId, name, originalCopy, signedCopy, verification }) => ({
      documentId,
      name,
      original: copy(originalCopy),
      signed: copy(signedCopy),
      verification,
    })),
    records: records.ofVisit(visit.id).flatMap((one): EvidenceRecord[] => {
      if (!one.ok) return [];
      const kept = one.value;
      return [
        {
          kept,
          view: recordView(kept, visit.identification),
          file(id) {
            const found = kept.files.find((file) => file.id === id);
            return found
              ? { size: found.size, sha256: found.sha256, read: () => files.read({ kind: 'record', owner: kept.id, id }) }
              : null;
          },
        },
      ];
    }),
    screenings: screenings.ofVisit(visit.id).flatMap((search) => {
      if ('unopened' in search) return [];
      const raw = screenings.answer(search.id);
      return [{ view: viewOf(search, readingOf(search, raw)), raw }];
    }),
    audit: audit.ofVisit(visit.id),
  };
}
