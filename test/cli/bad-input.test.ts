/**
 * What bad input gets (the list), each through the whole station: one clear sentence in both
 * languages on the document concerned, the others go on, the originals stay byte by byte.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWords } from '../support/doors/app.ts';
import type { BatchDocument, PlacementRule, SigningJob } from '../support/doors/domain.ts';
import type { Problem } from '../support/doors/errors.ts';
import type { Misbehaviour, PracticeOptions } from '../support/doors/practice.ts';
import { certifiedPdf, damagedPdf, plainPdf, protectedPdf, restrictedPdf, truncatedPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation, startProvider } from '../support/station.ts';
import { longWait } from '../support/waiting.ts';

type Wrong = { options?: PracticeOptions; secret?: string; authUrl?: string };

async function build({ options, secret, authUrl }: Wrong = {}): Promise<SigningStation> {
  const practice = await startProvider(options);
  const provider = secret === undefined ? practice : { ...practice, secrets: { clientSecret: secret } };
  return withSigningActions(await buildStation({ provider, ...(authUrl && { signing: { authUrl } }) }));
}

const rule: PlacementRule = { page: -1, anchor: 'bottom-left', x: 360, y: 40, width: 200, height: 60 };
/** Sends as the clerk does who takes out what has a fault and sends the rest. */
async function sendTheRest(station: SigningStation, documents: readonly BatchDocument[]) {
  const faults = await station.signing.check({ documents: [...documents] });
  const faulty = new Set(faults.map(({ documentId }) => documentId));
  const rest = documents.filter(({ documentId }) => !faulty.has(documentId));
  const { batchId, faults: left } = await station.signing.send({ documents: rest });
  expect(left).toEqual([]);
  await batchFinished(station, batchId);
  await station.queue.deliver(rest.map(({ documentId }) => documentId));
  return { faults, job: (id: string | undefined) => station.signing.jobs().find(({ documentId }) => documentId === id) };
}

/** Sentences with every gap filled, no code among them, and not the same in both languages. */
function expectClear(problem: Problem | null | undefined): void {
  if (!problem) throw new Error('there is no problem to be told');
  const [es, en] = (['es', 'en'] as const).map((language) => createWords(language).problem(problem));
  for (const text of [es, en]) expect(text).toMatch(/^[A-ZÁÉÍÓÚ“«¿¡\d].{20,}\.$/s);
  expect(es).not.toBe(en);
  for (const text of [es, en]) expect(text).not.toMatch(/\{\{|—|undefined|problems:|causes:|\b(E[A-Z]{4,}|[a-z]+-[a-z]+-[a-z]+)\b/);
}

async function contents(folder: string): Promise<Map<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile() && !one.parentPath.endsWith('signed')).map((one) => join(one.parentPath, one.name));
  return new Map(await Promise.all(files.map(async (path) => [path, (await readFile(path)).toString('base64')] as const)));
}

const good = async ({ folder }: SigningStation, name: string) => writeFile(folder, `${name}.pdf`, await plainPdf(2, name));

/** `path` is what the clerk opens; what happens after the opening is `later`. */
const files: Record<string, { make: (folder: string) => Promise<string>; later?: (path: string) => Promise<unknown>; code: string }> = {
  'no PDF': { make: (folder) => writeFile(folder, 'x.pdf', 'a letter, saved under a wrong name'), code: 'not-a-pdf' },
  empty: { make: (folder) => writeFile(folder, 'x.pdf', ''), code: 'file-empty' },
  truncated: { make: async (folder) => writeFile(folder, 'x.pdf', await truncatedPdf()), code: 'pdf-truncated' },
  corrupted: { make: (folder) => writeFile(folder, 'x.pdf', damagedPdf()), code: 'pdf-damaged' },
  'protected by a password': { make: async (folder) => writeFile(folder, 'x.pdf', await protectedPdf()), code: 'pdf-password' },
  'protected against changes': { make: async (folder) => writeFile(folder, 'x.pdf', await restrictedPdf()), code: 'pdf-no-changes' },
  certified: { make: async (folder) => writeFile(folder, 'x.pdf', await certifiedPdf()), code: 'pdf-certified' },
  'never there': { make: async (folder) => join(folder, 'x.pdf'), code: 'file-missing' },
  'vanished since it was opened': {
    make: async (folder) => writeFile(folder, 'x.pdf', await plainPdf()),
    later: (path) => rm(path),
    code: 'file-missing',
  },
  'changed since it was opened': {
    make: async (folder) => writeFile(folder, 'x.pdf', await plainPdf()),
    later: async (path) => writeFile(dirname(path), 'x.pdf', await plainPdf(3)),
    code: 'file-changed',
  },
  'replaced by a folder since it was opened': {
    make: async (folder) => writeFile(folder, 'x.pdf', await plainPdf()),
    later: async (path) => {
      await rm(path);
      await mkdir(path);
    },
    code: 'file-changed',
  },
  'a name of 300 characters': { make: async (folder) => join(folder, `${'x'.repeat(296)}.pdf`), code: 'path-too-long' },
};

describe('files that cannot be sent', () => {
  test(`each has its own reason, and the others are signed: ${Object.keys(files).join(', ')}`, async () => {
    const station = await build();
    const bad: string[] = [];
    for (const [index, { make }] of Object.values(files).entries()) {
      const folder = join(station.folder, String(index));
      await mkdir(folder);
      bad.push(await make(folder));
    }
    const { ids } = await station.documents.open([await good(station, 'a'), ...bad, await good(station, 'b')]);
    for (const [index, { later }] of Object.values(files).entries()) await later?.(bad[index] ?? '');
    const before = await contents(station.folder);
    const { faults, job } = await sendTheRest(station, station.entries(ids));
    for (const [index, [name, { code }]] of Object.entries(files).entries()) {
      const id = ids[index + 1];
      const own = faults.filter(({ documentId }) => documentId === id);
      expect(
        own.map(({ problem }) => problem.code),
        name,
      ).toContain(code);
      for (const { problem } of own) expectClear(problem);
      expect(job(id), name).toBeUndefined();
    }
    const faulty = new Set(faults.map(({ documentId }) => documentId));
    expect([...faulty].toSorted()).toEqual(ids.slice(1, -1).toSorted());
    expect([job(ids[0])?.status, job(ids.at(-1))?.status]).toEqual(['signed', 'signed']);
    expect(await contents(station.folder)).toEqual(before);
  });

  test.runIf(process.platform !== 'win32')('an endless device: file-unreadable', async () => {
    const station = await build();
    const { ids } = await station.documents.open(['/dev/zero', await good(station, 'a')]);
    const { faults, job } = await sendTheRest(station, station.entries(ids));
    expect(faults.map(({ problem }) => problem.code)).toContain('file-unreadable');
    for (const { problem } of faults) expectClear(problem);
    expect(job(ids[1])?.status).toBe('signed');
  });
});

describe('names', () => {
  test('with emoji, ’, combining accents or a path of 300 characters do not change in signing', async () => {
    const station = await build();
    const deep = join(station.folder, 'd'.repeat(150), 'e'.repeat(150));
    await mkdir(deep, { recursive: true });
    const names = ['contrato 📄', 'l’acte', 'Pen\u0303a Jose\u0301'];
    const paths = [
      ...(await Promise.all(names.map((name) => good(station, name)))),
      await writeFile(deep, 'lejos.pdf', await plainPdf(1, 'far')),
    ];
    const before = await contents(station.folder);
    const { ids } = await station.documents.open(paths);
    const { faults } = await sendTheRest(station, station.entries(ids));
    expect(faults).toEqual([]);
    expect(ids.map((id) => station.signing.signedPath(id))).toEqual(
      [...names, 'lejos'].map((name, index) => join(dirname(paths[index] ?? ''), 'signed', `${name}-signed.pdf`)),
    );
    for (const id of ids) expect(await pdfsig(station.signing.signedPath(id))).toEqual({ signatures: 1, valid: 1 });
    expect(await contents(station.folder)).toEqual(before);
  });
});

const places: Record<string, { placement: PlacementRule; code: string }> = {
  'a rectangle outside the page': { placement: { ...rule, x: 500 }, code: 'placement-outside-page' },
  'a rectangle left of the page': { placement: { ...rule, x: -1 }, code: 'placement-outside-page' },
  'a rectangle of no area': { placement: { ...rule, width: 0 }, code: 'placement-no-area' },
  'a rectangle the wrong way round': { placement: { ...rule, height: -60 }, code: 'placement-no-area' },
  'page 0': { placement: { ...rule, page: 0 }, code: 'placement-page-missing' },
  'a page past the end': { placement: { ...rule, page: 3 }, code: 'placement-page-missing' },
};

describe('placements and references that cannot be sent', () => {
  test(`each has its own reason, and the other document is signed: ${Object.keys(places).join(', ')}`, async () => {
    const station = await build();
    const wrong = Object.values(places);
    const paths: string[] = [];
    for (const index of wrong.keys()) paths.push(await good(station, `wrong ${index}`));
    const { ids } = await station.documents.open([...paths, await good(station, 'good')]);
    const documents = ids.flatMap((id, index) => station.entries([id], { ...(wrong[index] && { placement: wrong[index].placement }) }));
    const { faults, job } = await sendTheRest(station, documents);
    expect(faults.map(({ documentId, problem }) => [documentId, problem.code])).toEqual(wrong.map(({ code }, index) => [ids[index], code]));
    for (const { problem } of faults) expectClear(problem);
    expect(job(ids.at(-1))?.status).toBe('signed');
    expect(station.provider.log().flatMap(({ documents: sent }) => sent ?? [])).toHaveLength(1);
  });

  test('a repeated reference, however it is written: reference-repeated', async () => {
    const station = await build();
    const { ids } = await station.documents.open([await good(station, 'a'), await good(station, 'b'), await good(station, 'c')]);
    const references = ['Pe\u00f1a', ' Pen\u0303a ', 'other'];
    const { faults, job } = await sendTheRest(
      station,
      ids.flatMap((id, index) => station.entries([id], { reference: references[index] ?? '' })),
    );
    expect(faults.map(({ documentId, problem }) => [documentId, problem.code])).toEqual([
      [ids[0], 'reference-repeated'],
      [ids[1], 'reference-repeated'],
    ]);
    for (const { problem } of faults) expectClear(problem);
    expect(job(ids[2])?.status).toBe('signed');
  });
});

async function queueThree(station: SigningStation): Promise<string[]> {
  const { ids } = await station.documents.open([await good(station, 'a'), await good(station, 'b'), await good(station, 'c')]);
  await station.send(ids);
  return ids;
}

async function sendThree(station: SigningStation): Promise<SigningJob[]> {
  const { ids } = await station.documents.open([await good(station, 'a'), await good(station, 'b'), await good(station, 'c')]);
  return station.sendAll(ids);
}

describe('profiles that cannot connect: every document has the reason, and nothing is sent', () => {
  const profiles: Record<string, { wrong: Wrong; status: string; code: string }> = {
    'a wrong address': { wrong: { authUrl: 'https://nowhere.invalid' }, status: 'queued', code: 'address-not-found' },
    'no listener': { wrong: { authUrl: 'http://127.0.0.1:9' }, status: 'queued', code: 'connection-refused' },
    'a self-signed certificate': { wrong: { options: { tls: true } }, status: 'queued', code: 'certificate-untrusted' },
    'a wrong secret': { wrong: { secret: 'not-this-one' }, status: 'failed', code: 'credentials-refused' },
  };
  for (const [name, { wrong, status, code }] of Object.entries(profiles)) {
    test(`${name}: ${status}, ${code}`, async () => {
      const station = await build(wrong);
      const ids = await queueThree(station);
      const jobs = () => station.jobsOf(ids);
      await expect.poll(() => jobs().map((job) => [job.status, job.problem?.code]), longWait).toEqual(Array(3).fill([status, code]));
      for (const { problem } of jobs()) expectClear(problem);
      expect(JSON.stringify(jobs())).not.toContain('not-this-one');
      expect(station.provider.log().filter(({ operation }) => operation === 'sign')).toEqual([]);
    });
  }
});

/** The second of three documents unless said otherwise; `all` when the answer says nothing of any. */
const answers: Record<string, { wrong: Misbehaviour; status: string; code: string; which?: 'all' | 'from-second' }> = {
  'that is not JSON': { wrong: { json: 'none' }, status: 'in-doubt', code: 'answer-not-json', which: 'all' },
  'that is cut off': { wrong: { json: 'truncated' }, status: 'in-doubt', code: 'answer-cut-off', which: 'from-second' },
  'that lists another document': {
    wrong: { entry: 'other-reference', at: 1, style: { file: 'rewritten' } },
    status: 'in-doubt',
    code: 'answer-other-document',
  },
  'that lists one twice with different contents': {
    wrong: { entry: 'contradicting', at: 1 },
    status: 'in-doubt',
    code: 'answer-repeats-document',
  },
  'that misses one': { wrong: { entry: 'missing', at: 1 }, status: 'in-doubt', code: 'answer-misses-document' },
  'that says SUCCESS with null': { wrong: { entry: 'success-null', at: 1 }, status: 'in-doubt', code: 'signed-but-empty' },
};

describe('answers', () => {
  for (const [name, { wrong, status, code, which }] of Object.entries(answers)) {
    test(`an answer ${name}: ${code}`, async () => {
      const station = await build();
      station.provider.misbehave('sign', wrong);
      const jobs = await sendThree(station);
      const spoiled = jobs.filter((_, index) => which === 'all' || index === 1 || (which === 'from-second' && index > 0));
      expect(spoiled.map((job) => [job.status, job.problem?.code])).toEqual(spoiled.map(() => [status, code]));
      for (const { problem } of spoiled) expectClear(problem);
      for (const job of jobs.filter((one) => !spoiled.includes(one)))
        expect([job.reference, job.status]).toEqual([job.reference, 'signed']);
      expect((await readdir(station.folder)).filter((found) => found.endsWith('.pdf')).sort()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    });
  }

  test('an answer that lists one twice with the same content: signed, with a warning', async () => {
    const station = await build();
    station.provider.misbehave('sign', { entry: 'twice', at: 1 });
    const jobs = await sendThree(station);
    expect(jobs.map(({ status, warning }) => [status, warning?.code])).toEqual([
      ['signed', undefined],
      ['signed', 'answer-repeats-document'],
      ['signed', undefined],
    ]);
    expectClear(jobs[1]?.warning);
  });
});
