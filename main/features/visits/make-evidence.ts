/** Writes the evidence of a visit as one ZIP: all of its stored data, with copies of the files that are still in their folders. */

import type { Language } from '../../../shared/domain/settings/settings.ts';
import type { EvidenceResult, EvidenceWish } from '../../../shared/domain/visits/visit.ts';
import { viewOf as recordView } from '../records/records.ts';
import { readingOf, toScreeningView } from '../screening/screening.ts';
import { addEvents } from './change-visit.ts';
import { type CopiedFile, copyDocument } from './copy-documents.ts';
import type { EvidenceFacts, EvidenceRecord, EvidenceSource } from './evidence/evidence-facts.ts';
import { writeEvidence } from './evidence/write-evidence.ts';
import { openVisit } from './open-visit.ts';
import type { VisitContext } from './visit-context.ts';

export type EvidenceOptions = { wish: EvidenceWish; language: Language; signal?: AbortSignal };

/** @throws StationError those of `openVisit` and `writeEvidence` */
export async function makeEvidence(context: VisitContext, id: string, path: string, options: EvidenceOptions): Promise<EvidenceResult> {
  const { signal, ...request } = options;
  for (const { documentId } of context.visits.get(id).documents) await copyDocument(context, id, documentId);
  const by = context.clerk();
  const written = await writeEvidence(gatherFacts(context, id, by, request), path, signal ? { signal } : {});
  addEvents(context, id, { kind: 'evidence', by, detail: { parts: written.parts, sha256: written.sha256 } });
  return written;
}

function gatherFacts(
  context: VisitContext,
  id: string,
  madeBy: string,
  request: Pick<EvidenceOptions, 'wish' | 'language'>,
): EvidenceFacts {
  const { visits, files, records, screenings, audit, now, policy, stationVersion } = context;
  const visit = visits.get(id);
  const copy = (file: CopiedFile | null): EvidenceSource | null =>
    file && { size: file.size, sha256: file.sha256, read: () => files.read({ kind: 'visit', owner: visit.id, id: file.id }) };
  return {
    ...request,
    madeAt: now(),
    madeBy,
    stationVersion,
    policy: policy(),
    view: openVisit(context, id),
    documents: visit.documents.map(({ documentId, name, originalCopy, signedCopy, verification }) => ({
      documentId,
      name,
      verification,
      original: copy(originalCopy),
      signed: copy(signedCopy),
    })),
    records: records.ofVisit(visit.id).flatMap((one): EvidenceRecord[] => {
      if (!one.ok) return [];
      const row = one.value;
      return [{ row, view: recordView(row, visit.identification), file: (fileId) => fileSource(context, row, fileId) }];
    }),
    screenings: screenings.ofVisit(visit.id).flatMap((screening) => {
      if ('damaged' in screening) return [];
      const raw = screenings.answer(screening.id);
      return [{ view: toScreeningView(screening, readingOf(screening, raw)), raw }];
    }),
    audit: audit.ofVisit(visit.id),
  };
}

function fileSource({ files }: VisitContext, { id: owner, files: ofRecord }: EvidenceRecord['row'], id: string): EvidenceSource | null {
  const found = ofRecord.find((file) => file.id === id);
  return found ? { size: found.size, sha256: found.sha256, read: () => files.read({ kind: 'record', owner, id }) } : null;
}
