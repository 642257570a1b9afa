/** A visit as the evidence gets it from the visits: encrypted files and the log on a real disk, invented persons. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Audit, openAudit } from '../doors/audit.ts';
import { policySchema, type VisitDocument } from '../doors/domain.ts';
import { viewOf } from '../doors/records.ts';
import { type EncryptedFile, type EncryptedFiles, type EncryptedKind, openEncryptedFiles } from '../doors/storage.ts';
import type { EvidenceFacts, EvidenceRecord, EvidenceSource } from '../doors/visits.ts';
import { plainPdf } from '../pdf/pdfs.ts';
import { fullRecord } from '../records/records.ts';
import { clearView, matchView } from '../screening/certificate-views.ts';
import { sha256 } from '../sha256.ts';
import { openTestDatabase } from '../storage/data-keys.ts';
import { tempDir } from '../temp-dir.ts';
import { findingWith, visitViewWith } from './visits.ts';

export const visitId = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const clerk = 'Ana Gómez';
export const madeAt = new Date('2026-11-22T15:04:06.000Z');

export type TestEvidence = {
  folder: string;
  encrypted: string;
  files: EncryptedFiles;
  audit: Audit;
  facts: EvidenceFacts;
  encrypt(bytes: Uint8Array, kind?: EncryptedKind): Promise<{ file: EncryptedFile; source: EvidenceSource }>;
  /** Adds a document with these names and bytes to the visit. */
  addDocument(
    name: string,
    original: Uint8Array,
    signed?: Uint8Array | null,
  ): Promise<{ original: EncryptedFile; signed: EncryptedFile | null }>;
};

export async function openTestEvidence(): Promise<TestEvidence> {
  const folder = await tempDir();
  const encrypted = join(folder, 'encrypted');
  const database = openTestDatabase(join(folder, 'data'));
  const files = await openEncryptedFiles({ folder: encrypted, database });
  const audit = openAudit({ database, now: ticking() });

  async function encrypt(bytes: Uint8Array, kind: EncryptedKind = 'visit') {
    const file = await files.encrypt(kind, visitId, [bytes]);
    return { file, source: { size: file.size, sha256: file.sha256, read: () => files.read(file) } };
  }

  const facts = await someFacts(encrypt);
  const addDocument: TestEvidence['addDocument'] = async (name, original, signed = null) => {
    const [before, after] = [await encrypt(original), signed && (await encrypt(signed))];
    const documentId = randomUUID();
    facts.documents.push({ documentId, name, original: before.source, signed: after?.source ?? null, verification: null });
    facts.view.documents.push(listed(documentId, name, before.file.sha256, after?.file.sha256 ?? null));
    return { original: before.file, signed: after?.file ?? null };
  };
  fill(audit);
  facts.audit = audit.ofVisit(visitId);
  return { folder, encrypted, files, audit, facts, encrypt, addDocument };
}

/** The usual visit: with two documents. */
export async function openUsualEvidence(): Promise<TestEvidence> {
  const evidence = await openTestEvidence();
  await evidence.addDocument('Contrato de apertura.pdf', await plainPdf(2, 'Contrato'), await plainPdf(2, 'Contrato firmado'));
  await evidence.addDocument('Pagaré.pdf', await plainPdf(1, 'Pagaré'));
  return evidence;
}

function ticking(): () => Date {
  let at = Date.parse('2026-11-22T14:00:00.000Z');
  return () => {
    at += 61_000;
    return new Date(at);
  };
}

function fill(audit: Audit): void {
  const add = (
    kind: Parameters<Audit['append']>[0]['kind'],
    detail: Record<string, string | number> = {},
    by = clerk,
    about: string | null = null,
  ) => audit.append({ kind, visitId, by, about, detail });
  add('opened');
  // Belongs to another visit: it is in between, and not in the ZIP.
  audit.append({ kind: 'note', visitId: 'another', by: clerk, about: null, detail: { text: 'MARKED-OTHER-VISIT' } });
  add('record-fetched', {}, clerk, 'r1');
  add('screened', { outcome: 'match' }, clerk, matchView.id);
  add('decided', { verdict: 'false-positive', text: 'Otra fecha de nacimiento' }, 'Supervisora Núñez', matchView.id);
  add('note', { text: 'Trae el "original"\ny una copia. 漢字 😀 \u007f' });
  add('blocked', { code: 'policy-not-clear' }, '');
  add('overridden', { rules: 'clearScreening', text: 'Homónimo, revisado con el pasaporte' }, 'Supervisora Núñez');
  add('queued', { name: 'Contrato de apertura.pdf', reference: 'C-1' });
  add('rule-made', { name: 'Contrato de apertura.pdf', providerRules: JSON.stringify([{ kind: 'pages-at-end', count: 2 }]) });
  add('document', { status: 'signed' }, '');
  add('document', { status: 'rejected', code: 'provider-said-fail', providerText: 'Página ilegible' }, '');
}

const listed = (documentId: string, name: string, original: string, signed: string | null): VisitDocument => ({
  documentId,
  name,
  reference: 'C-1',
  status: signed === null ? 'rejected' : 'signed',
  problem:
    signed === null ? { code: 'provider-said-fail', message: 'provider-said-fail', detail: { providerText: 'Página ilegible' } } : null,
  warning: null,
  queuedAt: '2026-11-22T14:09:00.000Z',
  changedAt: '2026-11-22T14:10:00.000Z',
  sha256: original,
  signedSha256: signed,
  signedName: signed === null ? null : name,
  fileRelease: null,
  closed: null,
  verification: null,
  copies: { original: true, signed: signed !== null },
});

async function someFacts(encrypt: TestEvidence['encrypt']): Promise<EvidenceFacts> {
  const [clear, match] = [Buffer.from('{"id_bitacora":9007199254740993}'), Buffer.from('{"id_bitacora":12,"datos_tsti":[{"a":"ñ"}]}')];
  const screenings = [
    { view: { ...matchView, sha256: sha256(match) }, raw: match },
    { view: { ...clearView, id: randomUUID(), askedAt: '2026-11-22T13:00:00.000Z', sha256: sha256(clear) }, raw: clear },
  ];
  const record = await someRecord(encrypt);
  return {
    view: visitViewWith({
      id: visitId,
      name: 'María José Peña Núñez',
      identification: '1.020.304.050',
      transaction: 'T-2026-000123',
      openedAt: '2026-11-22T14:01:01.000Z',
      changedAt: '2026-11-22T14:12:00.000Z',
      openedBy: clerk,
      face: record.view.face,
      outcome: 'match',
      findings: [
        findingWith({
          rule: 'clearScreening',
          key: 'clearScreening/x',
          problem: { code: 'policy-not-clear', message: 'policy-not-clear' },
          overridden: { by: 'Supervisora Núñez', at: '2026-11-22T14:08:08.000Z', reason: 'Homónimo, revisado con el pasaporte' },
        }),
      ],
    }),
    documents: [],
    records: [record],
    screenings,
    audit: [],
    policy: policySchema.parse({ clearScreening: { level: 'stop' }, approvedFace: { level: 'warn' } }),
    wish: { images: false, video: false },
    language: 'es',
    madeAt,
    madeBy: clerk,
    stationVersion: '0.1.0',
  };
}

/** A photograph, a video and a signed document, with arbitrary bytes. */
async function someRecord(encrypt: TestEvidence['encrypt']): Promise<EvidenceRecord> {
  const json = JSON.stringify({
    ...fullRecord,
    FoundOnProviderAlert: true,
    OcrTextSideOne: null,
    Images: [
      { Id: 1, ImageTypeId: 3, ImageTypeName: 'Fotografía', Image: null },
      { Id: 2, ImageTypeId: 20, ImageTypeName: 'Video', Image: null },
    ],
  });
  const encrypted = await Promise.all(
    (
      [
        [['Images', 0, 'Image'], 'image/jpeg', await readFile(new URL('../../../practice/assets/customer.jpg', import.meta.url))],
        [['Images', 1, 'Image'], 'video/mp4', Buffer.from('not really a video')],
        [['OcrTextSideOne'], null, Buffer.from('REPUBLICA '.repeat(2000))],
        [['SignedDocuments', 0, 'Content'], 'application/pdf', await plainPdf(1, 'Firmado antes')],
      ] as const
    ).map(async ([path, mime, bytes]) => ({ path: [...path], mime, ...(await encrypt(bytes, 'record')) })),
  );
  const row = {
    id: 'r1',
    visitId,
    source: 'fetched' as const,
    receivedAt: '2026-11-22T14:02:00.000Z',
    by: clerk,
    profile: 'Sucursal Centro',
    caller: null,
    parts: ['T-2026-000123'],
    wish: { images: true, documents: true, video: true },
    size: 4711,
    sha256: sha256(Buffer.from(json)),
    version: 1,
    within: [],
    json,
    files: encrypted.map(({ path, mime, file }) => ({
      id: file.id,
      path,
      size: file.size,
      sha256: file.sha256,
      mime,
      decoded: mime !== null,
    })),
  };
  return {
    row,
    view: viewOf(row, '1.020.304.050'),
    file: (id) => encrypted.find(({ file }) => file.id === id)?.source ?? null,
  };
}
