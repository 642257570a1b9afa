/**
 * At rest: one bit flipped in any encrypted file is detected, quarantined and reported; the others stay usable, and nothing wrong
 * is sent or shown. One bit flipped in any page of the database is detected and reported. The soak flips more bits.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type SigningJob, verificationSettingsSchema } from '../support/doors/domain.ts';
import { openOutbox } from '../support/doors/signing.ts';
import { openEncryptedFiles, openStationDatabase } from '../support/doors/storage.ts';
import { createRandom } from '../support/kill/random.ts';
import { seed, sized } from '../support/runner/soak.ts';
import { sha256 } from '../support/sha256.ts';
import { readOnlyLedger } from '../support/signing/ledger.ts';
import { inDatabase } from '../support/storage/damaged-database.ts';
import { buildInEveryState, marked, type StationInEveryState, states } from '../support/storage/station-in-every-state.ts';
import { tempDir } from '../support/temp-dir.ts';

type Outcome = {
  atStart: SigningJob[];
  /** By state at the kill. */
  jobs: Partial<Record<(typeof states)[number], SigningJob>>;
  /** SHA-256 of the files in `quarantine/`. */
  quarantine: string[];
  /** What was wrong when the station looked for what is in doubt. */
  checks: string[];
  /** References that went out. */
  sent: string[];
};

/**
 * A person starts the station, looks for what is in doubt, sends everything again, and has it delivered. Whatever was damaged: only
 * true copies go out, every file delivered is one that came for its document, and what is shown as signed is there.
 */
async function goOn({ openOn, provider, originals, ids }: StationInEveryState, dataDir: string): Promise<Outcome> {
  const [out, before] = [await tempDir(), provider.log().length];
  const station = await openOn(dataDir);
  const { signing, queue } = station;
  const atStart = signing.jobs();
  station.settings.change({ outputFolder: out });
  const checks: string[] = [];
  for (const { documentId, status } of atStart) {
    if (status !== 'in-doubt') continue;
    const { problem } = await queue.check(documentId);
    if (problem) checks.push(problem.code);
  }
  const all = atStart.map(({ documentId }) => documentId);
  await queue.retry(all, { resend: true });
  await queue.run({ maxWaitMs: 5_000 });
  await queue.deliver(all, out);

  const arrived = provider
    .log()
    .slice(before)
    .flatMap(({ documents = [] }) => documents);
  for (const { reference, sha256: came } of arrived) expect(came).toBe(sha256(originals.get(reference) ?? Buffer.alloc(0)));
  for (const name of await readdir(out)) {
    const [, state = ''] = /^\w+ ([\w-]+)-(?:signed|received)/.exec(name) ?? [];
    const original = originals.get(`${marked.reference} ${state}`);
    const delivered = await readFile(join(out, name));
    expect(original && delivered.subarray(0, original.length).equals(original), name).toBe(true);
    expect(delivered.subarray(-8).toString()).toContain('%%EOF');
  }
  const jobs = signing.jobs();
  for (const { documentId, signedSha256 } of jobs.filter(({ status }) => status === 'signed')) {
    expect(sha256(await readFile(signing.signedPath(documentId)))).toBe(signedSha256);
  }
  await station.close();
  const quarantined = join(dataDir, 'quarantine');
  const names = await readdir(quarantined).catch(() => []);
  return {
    atStart,
    checks,
    jobs: Object.fromEntries(
      states.flatMap((state) => jobs.filter(({ documentId }) => documentId === ids[state]).map((job) => [state, job])),
    ),
    quarantine: await Promise.all(names.map(async (name) => sha256(await readFile(join(quarantined, name))))),
    sent: arrived.map(({ reference }) => reference.slice(marked.reference.length + 1)),
  };
}

const statusesOf = ({ jobs }: Outcome) => Object.fromEntries(states.map((state) => [state, jobs[state]?.status]));
const allSigned = Object.fromEntries(states.map((state) => [state, 'signed']));

/** One bit, at a part of the whole from 0 to 1; text stays text. */
function flipped<T extends Uint8Array>(bytes: T, part: number): T {
  const copy = bytes.slice() as T;
  const at = Math.min(Math.floor(copy.length * part), copy.length - 1);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

test('without damage everything is signed and nothing is quarantined', async () => {
  const station = await buildInEveryState();
  const outcome = await goOn(station, await station.killed());
  expect(statusesOf(outcome)).toEqual(allSigned);
  expect(outcome.quarantine).toEqual([]);
  expect(outcome.sent.toSorted()).toEqual(states.filter((state) => state !== 'signed').toSorted());
});

test('one bit of an encrypted document to be sent: it fails, or is in doubt as before, and the others are signed', async () => {
  const station = await buildInEveryState();
  const others = states.filter((one) => one !== 'signed');
  for (const state of sized<readonly (keyof typeof station.ids)[]>(['queued', 'in-doubt'], others)) {
    for (const part of sized([0.5], state === 'queued' ? [0, 0.02, 0.5, 1] : [0.5])) {
      const { outcome, damaged } = await withFile(station, `original.${station.ids[state]}.`, part);
      const { problem, warning } = outcome.jobs[state] ?? {};
      const mayBeSigned = ['sending', 'in-doubt', 'quarantined', 'closed'].includes(state);
      expect(statusesOf(outcome), `${state} at ${part}`).toEqual({ ...allSigned, [state]: mayBeSigned ? 'in-doubt' : 'failed' });
      expect((mayBeSigned ? warning : problem)?.code).toBe('stored-data-damaged');
      expect(outcome.sent).not.toContain(state);
      expect(outcome.quarantine).toEqual([damaged]);
    }
  }
});

test('one bit of the copy of a document that is signed already: the copy is not needed', async () => {
  const station = await buildInEveryState();
  const { outcome } = await withFile(station, `original.${station.ids.signed}.`, 0.5);
  expect(statusesOf(outcome)).toEqual(allSigned);
  expect(outcome.sent).not.toContain('signed');
});

test('one bit of a signed file: its document is not shown as signed, nor sent again', async () => {
  const station = await buildInEveryState();
  for (const part of sized([0.02], [0, 0.02, 0.5, 1])) {
    const { outcome, damaged } = await withFile(station, await receivedOf(station, 'signed'), part);
    expect(statusesOf(outcome), `at ${part}`).toEqual({ ...allSigned, signed: 'in-doubt' });
    expect(outcome.jobs.signed).toMatchObject({ problem: { code: 'stored-data-damaged' }, signedName: null, signedSha256: null });
    expect(outcome.sent).not.toContain('signed');
    expect(outcome.quarantine).toEqual([damaged]);
  }
});

test('one bit of a received file that is no result: its document shows a warning', async () => {
  const station = await buildInEveryState();
  for (const part of sized([0.5], [0, 0.5, 1])) {
    const { outcome, damaged } = await withFile(station, await receivedOf(station, 'quarantined'), part);
    expect(statusesOf(outcome), `at ${part}`).toEqual(allSigned);
    expect(outcome.jobs.quarantined).toMatchObject({ warning: { code: 'stored-data-damaged' }, quarantinedName: null });
    expect(outcome.quarantine).toEqual([damaged]);
  }
});

test('one bit of the answer of a document in doubt', async () => {
  const station = await buildInEveryState();
  for (const part of sized([1], [0, 0.5, 1])) {
    const { outcome, damaged } = await withFile(station, 'received.', part, await withText(station));
    expect(outcome.checks).toContain('stored-data-damaged');
    expect(statusesOf(outcome), `at ${part}`).toEqual(allSigned);
    expect(outcome.quarantine).toEqual([damaged]);
  }
});

test('one bit of a stored answer that was not evaluated yet', async () => {
  const station = await buildInEveryState();
  const judged = await goOn(station, await withStoredAnswer(station));
  // It brings the document as it was sent, which is no signed one; then it is sent again knowingly.
  expect(judged.atStart.find(({ documentId }) => documentId === station.ids.sending)?.status).toBe('unverified');
  expect(statusesOf(judged)).toEqual(allSigned);

  for (const part of sized([0], [0, 0.5, 1])) {
    const { outcome, damaged } = await withFile(station, `received.${await attemptOf(station)}.`, part, await withStoredAnswer(station));
    const job = outcome.atStart.find(({ documentId }) => documentId === station.ids.sending);
    expect(job, `at ${part}`).toMatchObject({ status: 'in-doubt', problem: { code: 'stored-data-damaged' }, signedSha256: null });
    expect(outcome.quarantine).toEqual([damaged]);
  }
});

/** The name of the file that came for a document. */
async function receivedOf({ killed, ids, vaultKey }: StationInEveryState, state: keyof StationInEveryState['ids']): Promise<string> {
  const value = inDatabase(await killed(), vaultKey, (sql) => sql.prepare('SELECT value FROM job WHERE id = ?').get(ids[state])?.value);
  type Received = { role: string; encrypted: { kind: string; owner: string; id: string } };
  const { received } = JSON.parse(String(value)) as { received: Received[] };
  const { kind, owner, id } = received.find(({ role }) => role === (state === 'quarantined' ? 'quarantined' : 'signed'))?.encrypted ?? {
    kind: '',
    owner: '',
    id: '',
  };
  return `${kind}.${owner}.${id}.`;
}

async function attemptOf({ killed, ids, vaultKey }: StationInEveryState, state: 'sending' | 'in-doubt' = 'sending'): Promise<string> {
  return inDatabase(await killed(), vaultKey, (sql) =>
    String(sql.prepare('SELECT attempt_id AS id FROM attempt_document WHERE document_id = ?').get(ids[state])?.id),
  );
}

/** As if an answer in base64 with line breaks had been cut off after its document. */
async function withText(station: StationInEveryState): Promise<string> {
  const [dataDir, attempt] = [await station.killed(), await attemptOf(station, 'in-doubt')];
  const database = openStationDatabase(dataDir, station.vaultKey);
  const files = await openEncryptedFiles({ folder: join(dataDir, 'encrypted'), database });
  await files.encrypt('received', attempt, [Buffer.from('JVBERi0x\nLjcK')]);
  database.close();
  return dataDir;
}

/** As if the kill had come a little later: the answer is complete and stored. It contains the document as it was sent. */
async function withStoredAnswer(station: StationInEveryState): Promise<string> {
  const [dataDir, attempt] = [await station.killed(), await attemptOf(station)];
  const reference = `${marked.reference} sending`;
  const database = openStationDatabase(dataDir, station.vaultKey);
  const files = await openEncryptedFiles({ folder: join(dataDir, 'encrypted'), database });
  const writer = await files.create('received', attempt);
  await writer.write(Buffer.from((station.originals.get(reference) ?? Buffer.alloc(0)).toString('base64')));
  const item = {
    referenceNumber: reference,
    providerDocumentId: 'D',
    status: 'SUCCESS',
    errorReason: null,
    received: await writer.finish(),
  } as const;
  openOutbox({ database, ledger: readOnlyLedger, now: () => new Date(), isOneOfSeveral: false }).storeAnswer(attempt, {
    items: [item],
    otherTexts: [],
    verification: verificationSettingsSchema.parse({}),
    defect: null,
  });
  database.close();
  return dataDir;
}

/** Flips in the one file whose name begins so. */
async function withFile(
  station: StationInEveryState,
  begin: string,
  part: number,
  copy?: string,
): Promise<{ outcome: Outcome; damaged: string }> {
  const dataDir = copy ?? (await station.killed());
  const names = (await readdir(join(dataDir, 'encrypted'))).filter((name) => name.startsWith(begin) && name.endsWith('.encrypted'));
  expect(names, begin).toHaveLength(1);
  const path = join(dataDir, 'encrypted', names[0] ?? '');
  const damaged = flipped(await readFile(path), part);
  await writeFile(path, damaged);
  return { outcome: await goOn(station, dataDir), damaged: sha256(damaged) };
}

test(`one bit of any page of the database: it is quarantined and reported, or an index is repaired, seed ${seed}`, async () => {
  const station = await buildInEveryState();
  const random = createRandom(seed);
  const whole = await station.killed();
  // Without a log, so that each page is in the file.
  inDatabase(whole, station.vaultKey, (sql) => sql.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  const bytes = await readFile(join(whole, 'station.sqlite'));
  const pages = bytes.length / 4_096;
  const chosen = random.some(
    Array.from({ length: pages }, (_, page) => page),
    sized(6, pages),
  );
  const before = (await jobsIn(station, whole)).jobs;
  expect(before).toHaveLength(states.length);
  for (const page of chosen) {
    const dataDir = await station.killed();
    for (const side of ['-wal', '-shm']) await rm(join(dataDir, `station.sqlite${side}`), { force: true });
    const at = page * 4_096 + random.between(0, 4_095);
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << random.between(0, 7)), at);
    await writeFile(join(dataDir, 'station.sqlite'), damaged);
    const { notices, jobs } = await jobsIn(station, dataDir);
    const quarantined = (await readdir(dataDir)).filter((name) => /^station-damaged-.*\.sqlite$/.test(name));
    // An index that could be built again costs nothing; of a table only rows of that page are lost, and none is read as another.
    const name = `page ${page}, byte ${at}`;
    if (quarantined.length === 0) expect([notices, jobs.length], name).toEqual([[], before.length]);
    else expect(notices, name).toContain('database-damaged');
    const known = ({ documentId, name: file, reference, clientInfo }: SigningJob) => ({ documentId, file, reference, clientInfo });
    for (const job of jobs) expect(before.map(known), name).toContainEqual(known(job));
    for (const name of quarantined) expect((await readFile(join(dataDir, name))).equals(damaged)).toBe(true);
  }
});

async function jobsIn({ openOn }: StationInEveryState, dataDir: string): Promise<{ notices: string[]; jobs: SigningJob[] }> {
  const station = await openOn(dataDir);
  const found = { notices: station.notices().map(({ code }) => code), jobs: station.signing.jobs() };
  await station.close();
  return found;
}
