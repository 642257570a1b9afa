/** All that belongs into the ZIP, in its order. Records and screenings are numbered from the oldest. */

import type { DocumentVerification } from '../../../../shared/domain/signing.ts';
import type { VisitDocument } from '../../../../shared/domain/visit.ts';
import { certificateName, makeCertificate } from '../../screening/screening.ts';
import { makeReport } from '../../verification/verification.ts';
import type { EvidenceDocument, EvidenceFacts, EvidenceRecord, EvidenceSource } from '../evidence-facts.ts';
import { inOnePiece, sha256Of } from './check-part.ts';
import { createPartNames, type PartNames, pdfName } from './part-names.ts';
import type { LeftOut, Missing, WantedPart } from './parts.ts';
import { recordPaper, recordText } from './record-papers.ts';
import { recordFileParts } from './record-parts.ts';

type Screening = EvidenceFacts['screenings'][number];

type Wanted = {
  parts: WantedPart[];
  leftOut: LeftOut[];
  /** Known to be missing without a look: what the visit lists and nobody could open. */
  missing: Missing[];
  records: EvidenceRecord[];
  screenings: Screening[];
};

export function wantedParts(facts: EvidenceFacts): Wanted {
  const names = createPartNames();
  const records = [...facts.records].sort(by(({ kept }) => `${kept.receivedAt} ${kept.id}`));
  const screenings = [...facts.screenings].sort(by(({ view }) => `${view.askedAt} ${view.id}`));
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
      ...unopened('records', facts.view.records, new Set(records.map(({ kept }) => kept.id))),
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
    key(one) < key(other) ? -1 : 1;

const unopened = (folder: string, listed: readonly { id: string }[], opened: ReadonlySet<string>): Missing[] =>
  listed.filter(({ id }) => !opened.has(id)).map(({ id }) => ({ name: `${folder}/${id}`, reason: 'damaged', sha256: null }));

function documentParts(facts: EvidenceFacts, names: PartNames): WantedPart[] {
  const { view, documents } = facts;
  const copies = new Map(documents.map((document) => [document.documentId, document]));
  const noted = new Map(view.documents.map((document) => [document.documentId, document]));
  const none = (documentId: string, name: string): EvidenceDocument => ({
    documentId,
    name,
    original: null,
    signed: null,
    verification: null,
  });
  const all = [
    ...view.documents.map(({ documentId, name }) => copies.get(documentId) ?? none(documentId, name)),
    ...documents.filter(({ documentId }) => !noted.has(documentId)),
  ];
  return all.flatMap((document): WantedPart[] => {
    const { documentId, name, original, signed, verification } = document;
    const { sha256 = null, signedSha256 = null, status } = noted.get(documentId) ?? {};
    const returned = status === 'unverified' ? 'unverified' : 'signed';
    const [first = '', second = '', checked = ''] = names.take(['originals', returned, 'checks'], pdfName(name));
    const parts: WantedPart[] = [{ name: first, kind: 'media', sha256, source: original }];
    // A document that was never signed lacks nothing.
    if (signed !== null || signedSha256 !== null || status === 'signed')
      parts.push({ name: second, kind: 'media', sha256: signedSha256, source: signed });
    if (verification) {
      const paper = () => verificationPaper(document, verification, noted.get(documentId), facts);
      parts.push({ name: checked, kind: 'media', sha256: null, source: inOnePiece(paper) });
      parts.push({ name: `${checked}.json`, kind: 'text', sha256: null, source: inOnePiece(() => jsonBytes(verification)) });
    }
    return parts;
  });
}

function verificationPaper(
  { name, original, signed }: EvidenceDocument,
  { at, report }: DocumentVerification,
  noted: VisitDocument | undefined,
  { language, madeBy, stationVersion }: EvidenceFacts,
): Promise<Uint8Array> {
  const verified = {
    file: { name: noted?.signedName ?? name, size: signed?.size ?? null, sha256: signed?.sha256 ?? noted?.signedSha256 ?? null },
    original: { name, size: original?.size ?? null, sha256: original?.sha256 ?? noted?.sha256 ?? null },
    checkedAt: at,
    report,
  };
  return makeReport(verified, { language, by: madeBy, stationVersion, practice: false, release: noted?.fileRelease ?? null });
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
  // One that never got an answer lacks none.
  if (raw !== null || view.sha256 !== null)
    parts.push({
      name: `screenings/${number}-answer.${raw !== null && !isJson(raw) ? 'txt' : 'json'}`,
      kind: 'text',
      sha256: view.sha256,
      source: raw && bytesSource(raw),
    });
  return parts;
}

function recordParts(record: EvidenceRecord, number: number, facts: EvidenceFacts, names: PartNames) {
  const files = recordFileParts(record, `records/${number}`, facts.wish, names);
  const own: WantedPart[] = [
    { name: `records/${number}-record.json`, kind: 'text', sha256: null, source: () => recordText(record) },
    { name: `records/${number}-record.pdf`, kind: 'media', sha256: null, source: () => recordPaper(record, facts) },
  ];
  return { wanted: [...own, ...files.wanted], leftOut: files.leftOut };
}

const bytesSource = (bytes: Uint8Array): EvidenceSource => ({
  size: bytes.byteLength,
  sha256: sha256Of(bytes),
  async *read() {
    yield bytes;
  },
});

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
