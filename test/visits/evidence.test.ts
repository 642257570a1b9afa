/** The evidence of a visit: real encrypted files, log and PDFs, opened by programs that are not ours. */
import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import type { EvidenceResult, Language } from '../support/doors/domain.ts';
import { languages, textsOf } from '../support/doors/words.ts';
import { countPages, squeezed } from '../support/pdf/poppler.ts';
import { program } from '../support/runner/programs.ts';
import { sized } from '../support/runner/soak.ts';
import { shell } from '../support/shell.ts';
import { clerk, madeAt, openTestEvidence, openUsualEvidence, visitId } from '../support/visits/evidence.ts';
import { madeEvidence as made, named, summaryOf } from '../support/visits/evidence-zip.ts';

/** The files of the record that are always included: the signed document and a long text. */
const included = ['records/1/document-1-Contrato de apertura.pdf', 'records/1/file-1.txt'];

describe('a whole visit', () => {
  it('has every part as it is stored, in a ZIP that other programs can read', async () => {
    vi.stubEnv('TZ', 'UTC'); // a ZIP has local dates
    const evidence = await openUsualEvidence();
    const { facts, folder } = evidence;
    facts.wish = { images: true, video: true };
    const opened = await made(evidence);
    expect([...opened.parts.keys()]).toEqual([
      'originals/Contrato de apertura.pdf',
      'signed/Contrato de apertura.pdf',
      'originals/Pagaré.pdf',
      expect.stringMatching(/^screenings\/1-constancia-consulta-2026-11-2\d-9007199254740993\.pdf$/),
      'screenings/1-answer.json',
      expect.stringMatching(/^screenings\/2-constancia-consulta-2026-11-2\d-9007199254740993\.pdf$/),
      'screenings/2-answer.json',
      'records/1-record.json',
      'records/1-record.pdf',
      'records/1/image-1-customer.jpg',
      'records/1/image-2-video.mp4',
      ...included,
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
      visit: visitId,
      madeBy: clerk,
      madeAt: madeAt.toISOString(),
    });
    // The older screening is the first one.
    expect(opened.parts.get('screenings/1-answer.json')).toEqual(facts.screenings[0]?.raw);
    expect(opened.parts.get('records/1-record.json')?.toString()).toBe(facts.records[0]?.row.json);
    for (const [name, content] of opened.parts) if (name.endsWith('.pdf')) expect(await countPages(content), name).toBeGreaterThan(0);
    const lines = opened.parts.get('timeline.jsonl')?.toString().trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line))).toEqual(evidence.audit.ofVisit(visitId));
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
    expect((await shell(`python3 -c "${python}"`, folder)).output).toBe('None [(2026, 11, 22)] 18\n');
  });

  it('leaves out images and videos that were not requested, and lists them in the manifest', async () => {
    const evidence = await openUsualEvidence();
    evidence.facts.screenings = [];
    const files = evidence.facts.records[0]?.row.files.slice(0, 2) ?? [];
    const paths = ['Images.0.Image', 'Images.1.Image'];
    const without = await made(evidence);
    expect(named(without, 'records/1')).toEqual(included);
    const placed = without.manifest.parts.filter(({ path }) => path !== undefined);
    expect(placed.map(({ name, record, path }) => [name, record, path])).toEqual([
      [included[0], 'r1', 'SignedDocuments.0.Content'],
      [included[1], 'r1', 'OcrTextSideOne'],
    ]);
    expect(without.manifest.leftOut).toEqual(files.map(({ size, sha256 }, at) => ({ record: 'r1', path: paths[at], bytes: size, sha256 })));
    evidence.facts.wish = { images: false, video: true };
    expect(named(await made(evidence), 'records/1')).toEqual(['records/1/image-2-video.mp4', ...included]);
    evidence.facts.wish = { images: true, video: false };
    expect(named(await made(evidence), 'records/1')).toEqual(['records/1/image-1-customer.jpg', ...included]);
    expect((await readdir(evidence.folder)).filter((name) => name.endsWith('.zip')).sort()).toEqual([
      'evidence (2).zip',
      'evidence (3).zip',
      'evidence.zip',
    ]);
  });

  it('has the same bytes for the same facts', async () => {
    const evidence = await openUsualEvidence();
    evidence.facts.wish = { images: true, video: true };
    evidence.facts.screenings.splice(1);
    const [first, second] = [await made(evidence), await made(evidence)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  it.each(sized<readonly Language[]>(['es'], languages))(
    'has a complete summary in %s, which names the release of a file once',
    async (language) => {
      const evidence = await openUsualEvidence();
      evidence.facts.language = language;
      const fileRelease = { at: madeAt.toISOString(), by: 'Supervisora Núñez', reason: 'Confirmado por teléfono' };
      await evidence.addDocument('Anexo.pdf', Buffer.from('before'), Buffer.from('after'));
      Object.assign(evidence.facts.view.documents[2] ?? {}, { status: 'unverified', fileRelease });
      const { outcome } = textsOf(language, 'certificate');
      const { text, pages } = await summaryOf(await made(evidence));
      for (const fact of [
        'María José Peña Núñez',
        'T-2026-000123',
        textsOf(language, 'record').mismatches['alert-list'].what,
        outcome.match.word,
        outcome.clear.word,
        'Homónimo, revisado con el pasaporte',
        'Pagaré.pdf',
        textsOf(language, 'statuses').rejected,
        'Página ilegible',
        textsOf(language, 'verification').rule['pages-at-end'].replace('{{max}}', '2'),
        ...evidence.facts.view.documents.flatMap(({ sha256, signedSha256 }) => [sha256, signedSha256 ?? '']),
        ...evidence.facts.screenings.map(({ view }) => view.sha256 ?? '?'),
        evidence.facts.records[0]?.row.sha256 ?? '?',
      ])
        expect(text, fact).toContain(squeezed(fact));
      expect(text.split(squeezed(fileRelease.reason))).toHaveLength(2);
      expect(text).not.toContain('PRACTICE');
      expect(pages.length).toBeGreaterThan(1);
    },
  );

  it('is marked as practice on every page of its summary', async () => {
    const evidence = await openUsualEvidence();
    evidence.facts.records = [];
    for (const { view } of evidence.facts.screenings) view.connection = null;
    const practice = await made(evidence);
    expect(practice.manifest.practice).toBe(true);
    const { pages } = await summaryOf(practice);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).toContain('PRÁCTICA · PRACTICE');
  });

  it('can be made of an empty visit', async () => {
    const evidence = await openTestEvidence();
    Object.assign(evidence.facts, { records: [], screenings: [], audit: [] });
    Object.assign(evidence.facts.view, { name: '', findings: [] });
    const { parts, manifest } = await made(evidence);
    expect([...parts.keys()]).toEqual(['decisions.json', 'timeline.jsonl', 'summary.pdf', 'manifest.json', 'SHA256SUMS']);
    expect([manifest.missing, parts.get('timeline.jsonl')?.length]).toEqual([[], 0]);
  });
});

it('unpacks files of any names next to each other, inside the folder', async () => {
  const evidence = await openTestEvidence();
  Object.assign(evidence.facts, { screenings: [], records: [] });
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
  for (const [at, name] of names.entries()) await evidence.addDocument(name, Buffer.from(`before ${at}`), Buffer.from(`after ${at}`));
  const opened = await made(evidence);
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
  await mkdir(join(evidence.folder, 'out'));
  const run = await shell(
    'unzip -q ../evidence.zip && sha256sum --strict --quiet -c SHA256SUMS && find . -type f | wc -l',
    join(evidence.folder, 'out'),
  );
  expect(run).toEqual({ code: 0, output: `${opened.parts.size}\n` });
  expect((await readdir(evidence.folder)).sort()).toEqual(['data', 'encrypted', 'evidence.zip', 'out']);
});

const streamed = sized(128, 200);
it(`streams ${streamed} MB without holding them in memory`, async () => {
  const { folder } = await openTestEvidence();
  const { stdout } = await promisify(execFile)(process.execPath, [program('big-evidence'), folder, String(streamed << 20)]);
  const { grown, missing, parts } = JSON.parse(stdout) as EvidenceResult & { grown: number };
  expect([missing, parts]).toEqual([[], 6]);
  expect(grown).toBeLessThan(100 << 20);
  expect((await shell('unzip -tq big.zip', folder)).code).toBe(0);
});
