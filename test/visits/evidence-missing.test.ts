/** What the evidence of a visit lacks is named, with its reason; what cannot be written whole is not written. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type EvidenceSource, writeEvidence } from '../support/doors/visits.ts';
import { squeezed } from '../support/pdf/poppler.ts';
import { sha256 } from '../support/sha256.ts';
import { onDisk, refusal } from '../support/storage/encrypted-place.ts';
import { openUsualEvidence } from '../support/visits/evidence.ts';
import { madeEvidence as made, summaryOf } from '../support/visits/evidence-zip.ts';

it('names each missing part with its reason, and contains the rest', async () => {
  const evidence = await openUsualEvidence();
  const { facts, encrypted } = evidence;
  const damaged = await evidence.addDocument('damaged.pdf', Buffer.alloc(300_000, 1));
  const path = join(encrypted, onDisk(damaged.original));
  const content = await readFile(path);
  content[content.length - 100] = (content[content.length - 100] ?? 0) ^ 1;
  await writeFile(path, content);
  const gone = await evidence.addDocument('gone.pdf', Buffer.from('x'));
  await rm(join(encrypted, onDisk(gone.original)));
  const { source } = await evidence.encrypt(Buffer.from('something else'));
  for (const [name, original] of [
    ['changed.pdf', { ...source, sha256: '0'.repeat(64) }],
    ['longer.pdf', { ...source, size: 5 }],
    ['absent.pdf', { ...source, read: () => failing(new Error('EIO')) }],
    ['none.pdf', null],
  ] as const) {
    await evidence.addDocument(name, Buffer.from('something else'));
    Object.assign(facts.documents.at(-1) ?? {}, { original });
  }
  // Signed, and no copy is stored.
  Object.assign(facts.view.documents[1] ?? {}, { signedSha256: 'f'.repeat(64), status: 'signed' });
  // The copy is right in itself, and not what the visit noted.
  Object.assign(facts.view.documents[0] ?? {}, { signedSha256: 'e'.repeat(64) });
  const [answered] = facts.screenings;
  if (answered) answered.raw = null;
  const entry = facts.audit[3];
  if (entry) Object.assign(entry, { content: null, salt: null });
  const opened = await made(evidence);
  const { manifest, parts } = opened;
  expect(Object.fromEntries(manifest.missing.map(({ name, reason }) => [name, reason]))).toEqual({
    'timeline.jsonl#5': 'damaged',
    'signed/Contrato de apertura.pdf': 'changed',
    'signed/Pagaré.pdf': 'gone',
    'originals/damaged.pdf': 'damaged',
    'originals/gone.pdf': 'unreadable',
    'originals/changed.pdf': 'changed',
    'originals/longer.pdf': 'changed',
    'originals/absent.pdf': 'unreadable',
    'originals/none.pdf': 'gone',
    'screenings/1-answer.json': 'gone',
  });
  for (const { name } of manifest.missing) expect(parts.has(name), name).toBe(false);
  expect(parts.has('originals/Pagaré.pdf')).toBe(true);
  const { text } = await summaryOf(opened);
  expect(text).toContain('FALTANPARTES');
  for (const { name } of manifest.missing) expect(text).toContain(squeezed(name));
});

it('lists documents without a stored copy, and records and screenings that cannot be opened', async () => {
  const evidence = await openUsualEvidence();
  const { facts } = evidence;
  facts.documents.pop();
  facts.screenings = [];
  const problem = { code: 'stored-data-damaged', message: 'stored-data-damaged' } as const;
  Object.assign(facts.view, { records: [{ id: 'r1' }, { id: 'r2', problem }], screenings: [{ id: 's9', problem: null }] });
  const { manifest } = await made(evidence);
  expect(manifest.missing.map(({ name, reason }) => [name, reason])).toEqual([
    ['screenings/s9', 'damaged'],
    ['records/r2', 'damaged'],
    ['originals/Pagaré.pdf', 'gone'],
  ]);
});

it('writes no ZIP when a part changes between its two readings', async () => {
  const evidence = await openUsualEvidence();
  Object.assign(evidence.facts, { screenings: [], records: [] });
  let readings = 0;
  const changing: EvidenceSource = {
    size: 3,
    sha256: sha256(Buffer.from('abc')),
    async *read() {
      readings += 1;
      yield Buffer.from(readings === 1 ? 'abc' : 'abd');
    },
  };
  evidence.facts.documents.push({ documentId: 'x', name: 'x.pdf', original: changing, signed: null, verification: null });
  expect(await refusal(writeEvidence(evidence.facts, join(evidence.folder, 'out.zip')))).toMatchObject({
    problem: { code: 'file-changed' },
  });
  expect(readings).toBe(2);
  expect((await readdir(evidence.folder)).sort()).toEqual(['data', 'encrypted']);
});

it.each([1, 2])('leaves nothing behind when stopped during reading %i', async (which) => {
  const evidence = await openUsualEvidence();
  Object.assign(evidence.facts, { screenings: [], records: [] });
  const stop = new AbortController();
  let readings = 0;
  evidence.facts.documents.unshift({
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
    verification: null,
  });
  const writing = writeEvidence(evidence.facts, join(evidence.folder, 'out.zip'), { signal: stop.signal });
  expect(await refusal(writing)).toMatchObject({ problem: { code: 'cancelled' } });
  expect((await readdir(evidence.folder)).sort()).toEqual(['data', 'encrypted']);
});

async function* failing(thrown: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from('some');
  throw thrown;
}
