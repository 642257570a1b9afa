/** Collects all parts of the ZIP, in its order. Records and screenings are numbered from the oldest. */

import { hash } from 'node:crypto';
import { compareTexts } from '../../../../shared/domain/compare-texts.ts';
import type { DocumentVerification } from '../../../../shared/domain/signing/signing.ts';
import type { VisitDocument } from '../../../../shared/domain/visits/visit.ts';
import { oneChunk } from '../../../platform/files/write-whole.ts';
import { certificateName, makeCertificate } from '../../screening/screening.ts';
import { makeReport } from '../../verification/verification.ts';
import { inOnePiece, type LeftOut, type Missing, type WantedPart } from './check-part.ts';
import type { EvidenceDocument, EvidenceFacts, EvidenceRecord, EvidenceSource } from './evidence-facts.ts';
import { createPartNames, type PartNames, pdfName } from './part-names.ts';
import { recordParts } from './record-parts.ts';

type Screening = EvidenceFacts['screenings'][number];

type Collected = {
  parts: WantedPart[];
  leftOut: LeftOut[];
  /** Known to be missing without reading: listed in the visit, and not readable. */
  missing: Missing[];
  records: EvidenceRecord[];
  screenings: Screening[];
};

export function collectParts(facts: EvidenceFacts): Collected {
  const names = createPartNames();
  const records = facts.records.toSorted(by(({ row }) => `${row.receivedAt} ${row.id}`));
  const screenings = facts.screenings.toSorted(by(({ view }) => `${view.askedAt} ${view.id}`));
  const ofRecords = records.map((record, at) => recordParts(record, at + 1, facts, names));
  return {
    parts: [
      ...documentParts(facts, names),
      ...screenings.flatMap((screening, at) => screeningParts(screening, at + 1, facts)),
      ...ofRecords.flatMap(({ wanted }) => wanted),
    ],
    leftOut: ofRecords.flatMap(({ leftOut }) => leftOut),
    missing: [
      ...unopened('screenings', facts.view.screenings, new Set(screenings.map(({ view }) => view.id))),
      ...unopened('records', facts.view.records, new Set(records.map(({ row }) => row.id))),
      ...facts.audit
        .filter(({ content }) => content === null)
        .map(({ number, contentHash }) => ({ name: `timeline.jsonl#${number}`, reason: 'damaged' as const, sha256: contentHash })),
    ],
    records,
    screenings,
  };
}

const by =
  <T>(key: (item: T) => string) =>
  (one: T, other: T): number =>
    compareTexts(key(one), key(other));

const unopened = (folder: string, listed: readonly { id: string }[], opened: ReadonlySet<string>): Missing[] =>
  listed.filter(({ id }) => !opened.has(id)).map(({ id }) => ({ name: `${folder}/${id}`, reason: 'damaged', sha256: null }));

function documentParts(facts: EvidenceFacts, names: PartNames): WantedPart[] {
  const { view, documents } = facts;
  const copies = new Map(documents.map((document) => [document.documentId, document]));
  const listed = new Map(view.documents.map((document) => [document.documentId, document]));
  const none = (documentId: string, name: string): EvidenceDocument => ({
    documentId,
    name,
    original: null,
    signed: null,
    verification: null,
  });
  const all = [
    ...view.documents.map(({ documentId, name }) => copies.get(documentId) ?? none(documentId, name)),
    ...documents.filter(({ documentId }) => !listed.has(documentId)),
  ];
  return all.flatMap((document): WantedPart[] => {
    const { documentId, name, original, signed, verification } = document;
    const { sha256 = null, signedSha256 = null, status } = listed.get(documentId) ?? {};
    const returned = status === 'unverified' ? 'unverified' : 'signed';
    const [first = '', second = '', checked = ''] = names.take(['originals', returned, 'checks'], pdfName(name));
    const parts: WantedPart[] = [{ name: first, kind: 'media', sha256, source: original }];
    // A document that was never signed has no signed file to miss.
    if (signed !== null || signedSha256 !== null || status === 'signed')
      parts.push({ name: second, kind: 'media', sha256: signedSha256, source: signed });
    if (verification) {
      const paper = () => verificationPaper(document, verification, listed.get(documentId), facts);
      parts.push({ name: checked, kind: 'media', sha256: null, source: inOnePiece(paper) });
      parts.push({ name: `${checked}.json`, kind: 'text', sha256: null, source: inOnePiece(() => jsonBytes(verification)) });
    }
    return parts;
  });
}

function verificationPaper(
  { name, original, signed }: EvidenceDocument,
  { at, report }: DocumentVerification,
  document: VisitDocument | undefined,
  { language, madeBy, stationVersion }: EvidenceFacts,
): Promise<Uint8Array> {
  const verified = {
    file: { name: document?.signedName ?? name, size: signed?.size ?? null, sha256: signed?.sha256 ?? document?.signedSha256 ?? null },
    original: { name, size: original?.size ?? null, sha256: original?.sha256 ?? document?.sha256 ?? null },
    checkedAt: at,
    report,
  };
  return makeReport(verified, { language, by: madeBy, stationVersion, practice: false, release: document?.fileRelease ?? null });
}

const jsonBytes = (value: unknown) => Promise.resolve(Buffer.from(`${JSON.stringify(value, null, 2)}\n`));

function screeningParts(
  { view, raw }: Screening,
  number: number,
  { language, madeAt, madeBy, stationVersion }: EvidenceFacts,
): WantedPart[] {
  const parts: WantedPart[] = [
    {
      name: `screenings/${number}-${certificateName(view, language)}`,
      kind: 'media',
      sha256: null,
      source: inOnePiece(() => makeCertificate(view, { language, madeAt, madeBy, stationVersion })),
    },
  ];
  // A screening without an answer has none to miss.
  if (raw !== null || view.sha256 !== null)
    parts.push({
      name: `screenings/${number}-answer.${raw !== null && !isJson(raw) ? 'txt' : 'json'}`,
      kind: 'text',
      sha256: view.sha256,
      source: raw && bytesSource(raw),
    });
  return parts;
}

const bytesSource = (bytes: Uint8Array): EvidenceSource => ({
  size: bytes.byteLength,
  sha256: hash('sha256', bytes),
  read: () => oneChunk(bytes),
});

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
