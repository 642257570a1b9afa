/** The evidence of a visit: real sealed files, log and PDFs, opened by readers that are not ours. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { writeEvidence } from '../../main/cases/evidence/write-evidence.ts';
import type { EvidenceSource } from '../../main/cases/evidence-facts.ts';
import { Unsealable } from '../../main/vault/sealing.ts';
import type { EvidenceResult } from '../../shared/domain/case.ts';
import type { Language } from '../../shared/domain/settings.ts';
import { caseId, clerk, type EvidenceDesk, madeAt, openEvidenceDesk, openFullDesk } from '../fixtures/evidence-desk.ts';
import { readPdf, squeezed } from '../fixtures/poppler.ts';
import { onDisk, refusal, sha256 } from '../fixtures/sealed-place.ts';
import { shell } from '../fixtures/shell.ts';

type Manifest = {
  parts: { name: string; bytes: number; sha256: string }[];
  missing: { name: string; reason: string; sha256: string | null }[];
  leftOut: { record: string; path: string; bytes: number; sha256: string }[];
  audit: object[];
  practice: boolean;
};
type Opened = { result: EvidenceResult; bytes: Buffer; parts: Map<string, Buffer>; manifest: Manifest };

/** Every hash checked: of the ZIP, of the manifest, of the sums. */
async function made({ facts, folder }: EvidenceDesk): Promise<Opened> {
  const result = await writeEvidence(facts, join(folder, 'evidence.zip'));
  const bytes = await readFile(join(folder, result.name));
  expect([result.size, result.sha256]).toEqual([bytes.length, sha256(bytes)]);
  const parts = await unzipped(join(folder, result.name));
  expect(parts.size).toBe(result.parts);
  const manifest = JSON.parse(parts.get('manifest.json')?.toString() ?? '') as Manifest;
  for (const part of manifest.parts) {
    const content = parts.get(part.name);
    expect([content?.length, content && sha256(content)], part.name).toEqual([part.bytes, part.sha256]);
  }
  const own = ['manifest.json', 'SHA256SUMS'];
  expect(manifest.parts.map(({ name }) => name)).toEqual([...parts.keys()].filter((name) => !own.includes(name)));
  const sums = [...parts].filter(([name]) => name !== 'SHA256SUMS').map(([name, content]) => `${sha256(content)}  ${name}\n`);
  expect(parts.get('SHA256SUMS')?.toString()).toBe(sums.join(''));
  expect(result.missing).toEqual(manifest.missing.map(({ name }) => name));
  return { result, bytes, parts, manifest };
}

async function unzipped(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { validateEntrySizes: true, strictFileNames: true });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    parts.set(entry.fileName, Buffer.concat(chunks));
  }
  return parts;
}

const named = ({ parts }: Opened, folder: string): string[] => [...parts.keys()].filter((name) => name.startsWith(`${folder}/`));
async function summaryOf({ parts }: Opened): Promise<{ text: string; pages: string[] }> {
  const { texts } = await readPdf(parts.get('summary.pdf') ?? Buffer.alloc(0));
  return { text: squeezed(texts.join('')), pages: texts };
}

describe('a whole visit', () => {
  it('has every part, each as it is kept; other readers take the ZIP too', async () => {
    const desk = await openFullDesk();
    const { facts, folder } = desk;
    facts.wish = { images: true, video: true };
    const opened = await made(desk);
    expect([...opened.parts.keys()]).toEqual([
      'originals/Contrato de apertura.pdf',
      'signed/Contrato de apertura.pdf',
      'originals/Pagaré.pdf',
      expect.stringMatching(/^screenings\/1-constancia-busqueda-2026-11-2\d-9007199254740993\.pdf$/),
      'screenings/1-answer.json',
      expect.stringMatching(/^screenings\/2-constancia-busqueda-2026-11-2\d-9007199254740993\.pdf$/),
      'screenings/2-answer.json',
      'records/1-record.json',
      'records/1-record.pdf',
      'records/1/image-1-customer.jpg',
      'records/1/image-2-video.mp4',
      'records/1/document-1-Contrato de apertura.pdf',
      'decisions.json',
      'timeline.jsonl',
      'summary.pdf',
      'manifest.json',
      'SHA256SUMS',
    ]);
    expect(opened.manifest).toMatchObject({
      missing: [],
      leftOut: [],
      practice: false,
      case: caseId,
      madeBy: clerk,
      madeAt: madeAt.toISOString(),
    });
    // The older search first.
    expect(opened.parts.get('screenings/1-answer.json')).toEqual(facts.screenings[0]?.raw);
    expect(opened.parts.get('records/1-record.json')?.toString()).toBe(facts.records[0]?.kept.json);
    for (const [name, content] of opened.parts) if (name.endsWith('.pdf')) expect((await readPdf(content)).pages, name).toBeGreaterThan(0);
    const lines = opened.parts.get('timeline.jsonl')?.toString().trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line))).toEqual(desk.audit.ofCase(caseId));
    expect(opened.manifest.audit).toEqual(
      facts.audit.map(({ number, contentHash, hash, previous }) => ({ number, contentHash, hash, previous })),
    );
    expect(JSON.parse(opened.parts.get('decisions.json')?.toString() ?? '')).toMatchObject({
      policy: facts.policy,
      findings: facts.view.findings,
      overrides: [{ number: 8, by: 'Supervisora Núñez', rules: 'clearScreening', reason: 'Homónimo, revisado con el pasaporte' }],
      screenings: [
        { outcome: 'match', decisions: facts.screenings[0]?.view.decisions },
        { outcome: 'clear', decisions: [] },
      ],
    });
    expect(opened.bytes.includes('MARKED-OTHER-VISIT')).toBe(false);
    expect([...opened.parts.values()].some((content) => content.includes('MARKED-OTHER-VISIT'))).toBe(false);

    const unzip = await shell('unzip -tq evidence.zip', folder);
    expect(unzip).toEqual({ code: 0, output: 'No errors detected in compressed data of evidence.zip.\n' });
    const python = `import zipfile; z = zipfile.ZipFile('evidence.zip'); print(z.testzip(), sorted({i.date_time[:3] for i in z.infolist()}), len(z.infolist()))`;
    expect((await shell(`python3 -c "${python}"`, folder)).output).toBe('None [(2026, 11, 22)] 17\n');
  });

  it('leaves out what is not wished for, and says so', async () => {
    const desk = await openFullDesk();
    const files = desk.facts.records[0]?.kept.files ?? [];
    const paths = ['Images.0.Image', 'Images.1.Image', 'SignedDocuments.0.Content'];
    const without = await made(desk);
    expect(named(without, 'records/1')).toEqual([]);
    expect(without.manifest.leftOut).toEqual(files.map(({ size, sha256 }, at) => ({ record: 'r1', path: paths[at], bytes: size, sha256 })));
    desk.facts.wish = { images: false, video: true };
    expect(named(await made(desk), 'records/1')).toEqual(['records/1/image-2-video.mp4']);
    desk.facts.wish = { images: true, video: false };
    expect(named(await made(desk), 'records/1')).toEqual([
      'records/1/image-1-customer.jpg',
      'records/1/document-1-Contrato de apertura.pdf',
    ]);
    expect((await readdir(desk.folder)).filter((name) => name.endsWith('.zip')).sort()).toEqual([
      'evidence (2).zip',
      'evidence (3).zip',
      'evidence.zip',
    ]);
  });

  it('the same facts give the same bytes, and another time others', async () => {
    const desk = await openFullDesk();
    desk.facts.wish = { images: true, video: true };
    const [first, second] = [await made(desk), await made(desk)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    desk.facts.madeAt = new Date(madeAt.getTime() + 2_000);
    expect(first.bytes.equals((await made(desk)).bytes)).toBe(false);
  });

  it.each<Language>(['es', 'en'])('the summary tells it all in %s, and practice on every page', async (language) => {
    const desk = await openFullDesk();
    desk.facts.language = language;
    const { text, pages } = await summaryOf(await made(desk));
    for (const fact of [
      'María José Peña Núñez',
      'T-2026-000123',
      { es: 'La persona está en la lista de alertas del proveedor.', en: "The person is on the provider's alert list." }[language],
      { es: 'CON COINCIDENCIAS', en: 'MATCHES FOUND' }[language],
      { es: 'SIN COINCIDENCIAS', en: 'NO MATCHES' }[language],
      'Homónimo, revisado con el pasaporte',
      'Pagaré.pdf',
      { es: 'Rechazado', en: 'Rejected' }[language],
      'Página ilegible',
      ...desk.facts.view.documents.flatMap(({ sha256, signedSha256 }) => [sha256, signedSha256 ?? '']),
      ...desk.facts.screenings.map(({ view }) => view.sha256 ?? '?'),
      desk.facts.records[0]?.kept.sha256 ?? '?',
    ])
      expect(text, fact).toContain(squeezed(fact));
    expect(text).not.toContain('PRACTICE');
    for (const { view } of desk.facts.screenings) view.connection = null;
    const practice = await made(desk);
    expect(practice.manifest.practice).toBe(true);
    for (const page of (await summaryOf(practice)).pages) expect(page).toContain('PRÁCTICA · PRACTICE');
    expect(pages.length).toBeGreaterThan(1);
  });

  it('an empty visit is evidence too', async () => {
    const desk = await openEvidenceDesk();
    Object.assign(desk.facts, { records: [], screenings: [], audit: [] });
    Object.assign(desk.facts.view, { name: '', findings: [] });
    const { parts, manifest } = await made(desk);
    expect([...parts.keys()]).toEqual(['decisions.json', 'timeline.jsonl', 'summary.pdf', 'manifest.json', 'SHA256SUMS']);
    expect([manifest.missing, parts.get('timeline.jsonl')?.length]).toEqual([[], 0]);
  });
});

describe('what is missing', () => {
  it('is named with its reason, and the rest is there', async () => {
    const desk = await openFullDesk();
    const { facts, sealed } = desk;
    const damaged = await desk.addDocument('damaged.pdf', Buffer.alloc(300_000, 1));
    const path = join(sealed, onDisk(damaged.original));
    const content = await readFile(path);
    content[content.length - 100] = (content[content.length - 100] ?? 0) ^ 1;
    await writeFile(path, content);
    const gone = await desk.addDocument('gone.pdf', Buffer.from('x'));
    await rm(join(sealed, onDisk(gone.original)));
    const { source } = await desk.seal(Buffer.from('something else'));
    for (const [name, original] of [
      ['changed.pdf', { ...source, sha256: '0'.repeat(64) }],
      ['longer.pdf', { ...source, size: 5 }],
      ['absent.pdf', { ...source, read: () => failing(new Unsealable('key-absent')) }],
      ['none.pdf', null],
    ] as const) {
      await desk.addDocument(name, Buffer.from('something else'));
      Object.assign(facts.documents.at(-1) ?? {}, { original });
    }
    // Signed, and no copy is kept.
    Object.assign(facts.view.documents[1] ?? {}, { signedSha256: 'f'.repeat(64), status: 'signed' });
    // The copy is right in itself, and not what the visit noted.
    Object.assign(facts.view.documents[0] ?? {}, { signedSha256: 'e'.repeat(64) });
    const [answered] = facts.screenings;
    if (answered) answered.raw = null;
    const entry = facts.audit[3];
    if (entry) Object.assign(entry, { content: null, salt: null });
    const { manifest, parts, result } = await made(desk);
    expect(Object.fromEntries(manifest.missing.map(({ name, reason }) => [name, reason]))).toEqual({
      'timeline.jsonl#5': 'damaged',
      'signed/Contrato de apertura.pdf': 'changed',
      'signed/Pagaré.pdf': 'gone',
      'originals/damaged.pdf': 'damaged',
      'originals/gone.pdf': 'unreadable',
      'originals/changed.pdf': 'changed',
      'originals/longer.pdf': 'changed',
      'originals/absent.pdf': 'key-absent',
      'originals/none.pdf': 'gone',
      'screenings/1-answer.json': 'gone',
    });
    for (const { name } of manifest.missing) expect(parts.has(name), name).toBe(false);
    expect(parts.has('originals/Pagaré.pdf')).toBe(true);
    const { text } = await summaryOf({ manifest, parts, result, bytes: Buffer.alloc(0) });
    expect(text).toContain('FALTANPARTES');
    for (const { name } of manifest.missing) expect(text).toContain(squeezed(name));
  });

  it('a document of which the visit keeps no copy, and records and searches that nobody could open', async () => {
    const desk = await openFullDesk();
    const { facts } = desk;
    facts.documents.pop();
    const problem = { code: 'sealed-elsewhere', message: 'sealed-elsewhere' } as const;
    Object.assign(facts.view, { records: [{ id: 'r1' }, { id: 'r2', problem }], screenings: [{ id: 's9', problem: null }] });
    const { manifest } = await made(desk);
    expect(manifest.missing.map(({ name, reason }) => [name, reason])).toEqual([
      ['screenings/s9', 'damaged'],
      ['records/r2', 'key-absent'],
      ['originals/Pagaré.pdf', 'gone'],
    ]);
  });

  it('a part that changes between its two readings leaves no ZIP at all', async () => {
    const desk = await openFullDesk();
    let readings = 0;
    const changing: EvidenceSource = {
      size: 3,
      sha256: sha256(Buffer.from('abc')),
      async *read() {
        readings += 1;
        yield Buffer.from(readings === 1 ? 'abc' : 'abd');
      },
    };
    desk.facts.documents.push({ documentId: 'x', name: 'x.pdf', original: changing, signed: null });
    expect(await refusal(writeEvidence(desk.facts, join(desk.folder, 'out.zip')))).toMatchObject({ problem: { code: 'file-changed' } });
    expect(readings).toBe(2);
    expect((await readdir(desk.folder)).sort()).toEqual(['data', 'sealed']);
  });

  it.each([1, 2])('broken off in reading %i: nothing is left', async (which) => {
    const desk = await openFullDesk();
    const stop = new AbortController();
    let readings = 0;
    desk.facts.documents.unshift({
      documentId: 'x',
      name: 'x.pdf',
      original: {
        size: 2,
        sha256: sha256(Buffer.from('ab')),
        async *read() {
          readings += 1;
          yield Buffer.from('a');
          if (readings === which) stop.abort();
          yield Buffer.from('b');
        },
      },
      signed: null,
    });
    const writing = writeEvidence(desk.facts, join(desk.folder, 'out.zip'), { signal: stop.signal });
    expect(await refusal(writing)).toMatchObject({ problem: { code: 'cancelled' } });
    expect((await readdir(desk.folder)).sort()).toEqual(['data', 'sealed']);
  });
});

async function* failing(thrown: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from('some');
  throw thrown;
}

it('any names unpack beside each other, inside the folder', async () => {
  const desk = await openEvidenceDesk();
  const names = [
    '..\\evil',
    '../../evil.pdf',
    '/etc/passwd',
    'C:\\x.pdf',
    'CON',
    'con.pdf',
    'a\nb\u0007.pdf',
    `${'ñ'.repeat(400)}.pdf`,
    'á.pdf',
    'a\u0301.PDF',
    'Á.pdf',
    'same.pdf',
    'same.pdf',
    'same (2).pdf',
    '',
    ' . ',
    '-rf.pdf',
    'ends. .pdf',
  ];
  for (const [at, name] of names.entries()) await desk.addDocument(name, Buffer.from(`before ${at}`), Buffer.from(`after ${at}`));
  const opened = await made(desk);
  const [originals, signed] = [named(opened, 'originals'), named(opened, 'signed')];
  expect(originals.map((name) => opened.parts.get(name)?.toString())).toEqual(names.map((_, at) => `before ${at}`));
  expect(signed).toEqual(originals.map((name) => name.replace('originals', 'signed')));
  expect(new Set(originals.map((name) => name.normalize('NFC').toUpperCase())).size).toBe(names.length);
  for (const name of originals) {
    const [, file = '', ...more] = name.split('/');
    expect(more).toEqual([]);
    expect(file).toMatch(/^[^<>:"/\\|?*\p{Cc}]+\.pdf$/iu);
    expect(file).not.toMatch(/^(con\.|\.)/i);
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(120);
  }
  await mkdir(join(desk.folder, 'out'));
  const run = await shell(
    'unzip -q ../evidence.zip && sha256sum --strict --quiet -c SHA256SUMS && find . -type f | wc -l',
    join(desk.folder, 'out'),
  );
  expect(run).toEqual({ code: 0, output: `${opened.parts.size}\n` });
  expect((await readdir(desk.folder)).sort()).toEqual(['data', 'evidence.zip', 'out', 'sealed']);
});

it('200 MB go through without standing in memory', async () => {
  const { folder } = await openEvidenceDesk();
  const program = fileURLToPath(new URL('../fixtures/big-evidence.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder, String(200 << 20)]);
  const { grown, missing, parts } = JSON.parse(stdout) as EvidenceResult & { grown: number };
  expect([missing, parts]).toEqual([[], 6]);
  expect(grown).toBeLessThan(100 << 20);
  expect((await shell('unzip -tq big.zip', folder)).code).toBe(0);
});
