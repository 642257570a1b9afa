import { describe, expect, test } from 'vitest';
import {
  type BatchDocument,
  type DocumentStatus,
  documentRemarks,
  documentStatusSchema,
  type StationDocument,
  signingProfileSchema,
} from '../support/doors/domain.ts';
import { acceptableCodes, problem } from '../support/doors/errors.ts';
import { checkBatch, type KnownDocument } from '../support/doors/signing.ts';

const a4 = { left: 0, bottom: 0, right: 595, top: 842 };
const signing = signingProfileSchema.parse({
  authUrl: 'https://a.example',
  baseUrl: 'https://b.example',
  clientId: 'c',
  accountId: 'a',
  projectId: 'p',
  maxBytesPerCall: 2000,
});
const document = (id: string, more: Partial<StationDocument> = {}): StationDocument => ({
  id,
  name: `${id}.pdf`,
  size: 1000,
  sha256: 'x',
  facts: {
    pages: [{ mediaBox: a4, cropBox: a4, rotation: 0, userUnit: 1 }],
    protection: 'none',
    signatures: [],
    xfa: 'none',
    structure: 'sound',
  },
  problem: null,
  reference: id,
  ...more,
});
const known = (id: string, more: Partial<KnownDocument> = {}): [string, KnownDocument] => [
  id,
  { document: document(id), status: 'draft', fileProblem: null, delivered: null, sentBefore: () => null, ...more },
];
const rule = { page: -1, anchor: 'bottom-right', x: 30, y: 30, width: 100, height: 50 } as const;
const entry = (documentId: string, more: Partial<BatchDocument> = {}): BatchDocument => ({
  documentId,
  reference: documentId,
  clientInfo: 'T-1',
  placement: rule,
  ...more,
});
const codes = (documents: BatchDocument[], list: [string, KnownDocument][], profile: typeof signing | null = signing) =>
  checkBatch({ documents }, new Map(list), profile).map((fault) => [fault.documentId, fault.problem.code]);

describe('checking a batch', () => {
  test('a correct batch has no fault', () => expect(codes([entry('a'), entry('b')], [known('a'), known('b')])).toEqual([]));

  test('all faults of all documents are reported together', () => {
    expect(
      codes(
        [
          entry('a', { clientInfo: ' ', reference: ' ', placement: null }),
          entry('b', { placement: { ...rule, page: 0 } }),
          entry('c', { placement: { ...rule, page: 2 } }),
          entry('d', { placement: { ...rule, width: 0 } }),
          entry('e', { placement: { ...rule, x: 500 } }),
          entry('f'),
          entry('g'),
          entry('h'),
          entry('gone'),
        ],
        [
          ...['a', 'b', 'c', 'd', 'e'].map((id) => known(id)),
          known('f', { document: document('f', { problem: problem('pdf-password'), facts: null }) }),
          known('g', { fileProblem: problem('file-missing') }),
          known('h', { document: document('h', { size: 2001 }) }),
        ],
      ),
    ).toEqual([
      ['a', 'client-info-missing'],
      ['a', 'reference-missing'],
      ['a', 'placement-missing'],
      ['b', 'placement-page-missing'],
      ['c', 'placement-page-missing'],
      ['d', 'placement-no-area'],
      ['e', 'placement-outside-page'],
      ['f', 'pdf-password'],
      ['g', 'file-missing'],
      ['h', 'document-too-large'],
      ['gone', 'document-unknown'],
    ]);
  });

  test('a repeated reference is reported for both documents, whatever its spaces and Unicode form', () => {
    expect(
      codes(
        [entry('a', { reference: 'Peña' }), entry('b', { reference: ' Pen\u0303a ' }), entry('c', { reference: 'pena' })],
        [known('a'), known('b'), known('c')],
      ),
    ).toEqual([
      ['a', 'reference-repeated'],
      ['b', 'reference-repeated'],
    ]);
  });

  test('a document of exactly the largest size can be sent', () => {
    const sized = (size: number) => codes([entry('a')], [known('a', { document: document('a', { size }) })]);
    expect(sized(signing.maxBytesPerCall)).toEqual([]);
    expect(sized(signing.maxBytesPerCall + 1)).toEqual([['a', 'document-too-large']]);
  });

  test('an XFA form is sent only when a person accepts it', () => {
    const forms = (['static', 'dynamic'] as const).map((xfa, index) => {
      const plain = document(`f${index}`);
      return known(plain.id, { document: { ...plain, facts: plain.facts && { ...plain.facts, xfa } } });
    });
    expect(codes([entry('f0'), entry('f1')], forms)).toEqual([
      ['f0', 'pdf-form'],
      ['f1', 'pdf-form'],
    ]);
    expect(codes([entry('f0'), entry('f1', { accepted: ['pdf-form'] })], forms)).toEqual([['f0', 'pdf-form']]);
  });

  test('a file that other programs may show differently has to be accepted, one that they all mend alike is only reported', () => {
    const made = (structure: 'ambiguous' | 'mended'): StationDocument => {
      const plain = document(structure);
      return { ...plain, facts: plain.facts && { ...plain.facts, structure } };
    };
    const both = (['ambiguous', 'mended'] as const).map((structure) => known(structure, { document: made(structure) }));
    expect(codes([entry('ambiguous'), entry('mended')], both)).toEqual([['ambiguous', 'pdf-ambiguous']]);
    expect(codes([entry('ambiguous', { accepted: ['pdf-ambiguous'] })], both)).toEqual([]);
    expect(documentRemarks(made('mended').facts).map(({ code }) => code)).toEqual(['pdf-mended']);
  });

  test('signatures that do not verify, and uncovered changes, are reported before anything is added', () => {
    type Check = readonly ['valid' | 'broken' | 'unreadable', 'whole-file' | 'partial', ('allowed' | 'suspicious')?];
    const remarks = (...checks: Check[]) => {
      const plain = document('s');
      const signatures = checks.map(([integrity, coverage, after = 'suspicious'], index) => {
        const changesAfter = coverage === 'whole-file' ? ('none' as const) : after;
        return { field: `S${index}`, page: 1, rect: null, integrity, coverage, changesAfter };
      });
      const signedBefore = known('s', { document: { ...plain, facts: plain.facts && { ...plain.facts, signatures } } });
      expect(codes([entry('s', { accepted: [...acceptableCodes] })], [signedBefore])).toEqual([]);
      return codes([entry('s')], [signedBefore]).map(([, code]) => code);
    };
    expect(remarks()).toEqual([]);
    expect(remarks(['valid', 'whole-file'])).toEqual([]);
    expect(remarks(['valid', 'partial'], ['valid', 'whole-file'])).toEqual([]);
    expect(remarks(['valid', 'partial'], ['valid', 'partial'])).toEqual(['changed-after-signing']);
    expect(remarks(['valid', 'partial', 'allowed'])).toEqual([]);
    expect(remarks(['broken', 'partial'])).toEqual(['signature-broken']);
    expect(remarks(['broken', 'partial'], ['valid', 'whole-file'])).toEqual(['signature-broken']);
    expect(remarks(['unreadable', 'whole-file'], ['broken', 'partial'])).toEqual(['signature-broken', 'signature-unreadable']);
  });

  test('the current problem of a file is reported, not that from its opening', () => {
    const before = document('a', { problem: problem('pdf-password'), facts: null });
    expect(codes([entry('a')], [known('a', { document: before, fileProblem: problem('file-missing') })])).toEqual([['a', 'file-missing']]);
  });

  test('an empty batch and a profile without signing are reported', () => {
    expect(codes([], [], null)).toEqual([
      [null, 'signing-not-set-up'],
      [null, 'batch-empty'],
    ]);
  });

  test('one document twice in a batch is reported', () => {
    expect(codes([entry('a', { reference: '1' }), entry('a', { reference: '2' })], [known('a')])).toEqual([
      ['a', 'document-sent'],
      ['a', 'document-sent'],
    ]);
  });

  const refused: DocumentStatus[] = ['queued', 'sending', 'signed', 'unverified', 'in-doubt'];
  const knowingly: DocumentStatus[] = ['unverified', 'in-doubt'];
  for (const status of documentStatusSchema.options) {
    test(`${status}: ${refused.includes(status) ? 'not sent again' : 'can be sent'}`, () => {
      expect(codes([entry('a')], [known('a', { status })])).toEqual(refused.includes(status) ? [['a', 'document-sent']] : []);
    });
    test(`${status}, sent again knowingly: ${knowingly.includes(status) ? 'can be sent' : 'the same'}`, () => {
      const stays = refused.includes(status) && !knowingly.includes(status);
      expect(codes([entry('a', { again: true })], [known('a', { status })])).toEqual(stays ? [['a', 'document-sent']] : []);
    });
  }

  const before = { documentId: 'x', batchId: 'x', at: '2026-01-01T10:00:00Z', closed: false, signedPath: null, providerDocumentId: null };
  test.each([
    [{ ...before, status: 'signed', signedPath: '/out/a-signed.pdf' }, 'already-sent'],
    [{ ...before, status: 'in-doubt', closed: true }, 'already-sent'],
    [{ ...before, status: 'in-doubt' }, 'same-document-in-doubt'],
    [{ ...before, status: 'unverified', closed: true }, 'already-sent'],
    [{ ...before, status: 'unverified' }, 'same-document-unverified'],
    [{ ...before, status: 'sending' }, 'same-document-waits'],
  ] as const)('sent before, $0.status: a fault of its own, unless a person says so', (sent, code) => {
    const list = [known('a', { sentBefore: () => sent })];
    const [fault] = checkBatch({ documents: [entry('a')] }, new Map(list), signing);
    expect(fault?.problem).toMatchObject({ code, detail: { name: 'a.pdf' } });
    expect(JSON.stringify(fault)).not.toContain('/out');
    expect(codes([entry('a', { again: true })], list)).toEqual([]);
  });
});
