/** At rest (issue 3): one bit flipped in any sealed file or row is detected, quarantined and reported; the others stay usable, and nothing wrong is sent or shown. The soak flips more bits in more rows. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type SigningJob, verificationSettingsSchema } from '../support/doors/domain.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { openOutbox } from '../support/doors/signing.ts';
import { createSealer, openDatabase, openDataKeys, openSealedFiles } from '../support/doors/storage.ts';
import { createRandom } from '../support/kill/random.ts';
import { readOnlyLedger } from '../support/ledger.ts';
import { seed, sized } from '../support/soak.ts';
import { buildInEveryState, marked, type StationInEveryState, states } from '../support/station-in-every-state.ts';
import { tempDir } from '../support/temp-dir.ts';

const timeout = 240_000;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type Outcome = {
  atStart: SigningJob[];
  /** By state at the kill. */
  jobs: Partial<Record<(typeof states)[number], SigningJob>>;
  /** Records that are listed as set aside. */
  setAside: string[];
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
  const setAside = queue.state().quarantined.map(({ kind }) => kind);
  station.settings.change({ outputFolder: out });
  const checks: string[] = [];
  for (const { documentId, status } of atStart) {
    if (status !== 'in-doubt') continue;
    const { problem } = await queue.check(documentId);
    if (problem) checks.push(problem.code);
  }
  const all = atStart.map(({ documentId }) => documentId);
  await queue.retry(all, true);
  await queue.run({ patience: 5_000 });
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
  const aside = join(dataDir, 'quarantine');
  const names = await readdir(aside).catch(() => []);
  return {
    atStart,
    setAside,
    checks,
    jobs: Object.fromEntries(
      states.flatMap((state) => jobs.filter(({ documentId }) => documentId === ids[state]).map((job) => [state, job])),
    ),
    quarantine: await Promise.all(names.map(async (name) => sha256(await readFile(join(aside, name))))),
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

test('without damage everything is signed and nothing is quarantined', { timeout }, async () => {
  const station = await buildInEveryState();
  const outcome = await goOn(station, await station.killed());
  expect(statusesOf(outcome)).toEqual(allSigned);
  expect([outcome.setAside, outcome.quarantine]).toEqual([[], []]);
  expect(outcome.sent.toSorted()).toEqual(states.filter((state) => state !== 'signed').toSorted());
});

test('one bit of an encrypted document to be sent: that document fails, the others are signed', { timeout }, async () => {
  const station = await buildInEveryState();
  const others = states.filter((one) => one !== 'signed');
  for (const state of sized<readonly (keyof typeof station.ids)[]>(['queued', 'in-doubt'], others)) {
    for (const part of sized([0.5], state === 'queued' ? [0, 0.02, 0.5, 1] : [0.5])) {
      const { outcome, damaged } = await withFile(station, `original.${station.ids[state]}.`, part);
      expect(statusesOf(outcome), `${state} at ${part}`).toEqual({ ...allSigned, [state]: 'failed' });
      expect(outcome.jobs[state]?.problem?.code).toBe('record-damaged');
      expect(outcome.sent).not.toContain(state);
      expect(outcome.quarantine).toEqual([damaged]);
    }
  }
});

test('one bit of the copy of a document that is signed already: the copy is not needed', { timeout }, async () => {
  const station = await buildInEveryState();
  const { outcome } = await withFile(station, `original.${station.ids.signed}.`, 0.5);
  expect(statusesOf(outcome)).toEqual(allSigned);
  expect(outcome.sent).not.toContain('signed');
});

test('one bit of a signed file: its document is not shown as signed, nor sent again', { timeout }, async () => {
  const station = await buildInEveryState();
  for (const part of sized([0.02], [0, 0.02, 0.5, 1])) {
    const { outcome, damaged } = await withFile(station, `decoded.${station.ids.signed}.`, part);
    expect(statusesOf(outcome), `at ${part}`).toEqual({ ...allSigned, signed: 'in-doubt' });
    expect(outcome.jobs.signed).toMatchObject({ problem: { code: 'record-damaged' }, signedName: null, signedSha256: null });
    expect(outcome.sent).not.toContain('signed');
    expect(outcome.quarantine).toEqual([damaged]);
  }
});

test('one bit of a received file that is no result: its document shows a warning', { timeout }, async () => {
  const station = await buildInEveryState();
  for (const part of sized([0.5], [0, 0.5, 1])) {
    const { outcome, damaged } = await withFile(station, `decoded.${station.ids.aside}.`, part);
    expect(statusesOf(outcome), `at ${part}`).toEqual(allSigned);
    expect(outcome.jobs.aside).toMatchObject({ warning: { code: 'record-damaged' }, asideName: null });
    expect(outcome.quarantine).toEqual([damaged]);
  }
});

test('one bit of the answer of a document in doubt', { timeout }, async () => {
  const station = await buildInEveryState();
  for (const part of sized([1], [0, 0.5, 1])) {
    const { outcome, damaged } = await withFile(station, 'received.', part);
    expect(outcome.checks).toContain('record-damaged');
    expect(statusesOf(outcome), `at ${part}`).toEqual(allSigned);
    expect(outcome.quarantine).toEqual([damaged]);
  }
});

test('one bit of a stored answer that was not evaluated yet', { timeout }, async () => {
  const station = await buildInEveryState();
  const judged = await goOn(station, await withKeptAnswer(station));
  // It brings the document as it was sent, which is no signed one; then it is sent again knowingly.
  expect(judged.atStart.find(({ documentId }) => documentId === station.ids.sending)?.status).toBe('unverified');
  expect(statusesOf(judged)).toEqual(allSigned);

  for (const part of sized([0], [0, 0.5, 1])) {
    const { outcome, damaged } = await withFile(station, `received.${await attemptOf(station)}.`, part, await withKeptAnswer(station));
    const job = outcome.atStart.find(({ documentId }) => documentId === station.ids.sending);
    expect(job, `at ${part}`).toMatchObject({ status: 'in-doubt', problem: { code: 'record-damaged' }, signedSha256: null });
    expect(outcome.quarantine).toEqual([damaged]);
  }
});

async function attemptOf({ killed, ids }: StationInEveryState): Promise<string> {
  const sql = new DatabaseSync(join(await killed(), 'station.sqlite'));
  const row = sql.prepare('SELECT attempt_id AS id FROM attempt_document WHERE document_id = ?').get(ids.sending);
  sql.close();
  return String(row?.id);
}

/** As if the kill had come a little later: the answer is whole and kept. It brings the document as it was sent. */
async function withKeptAnswer(station: StationInEveryState): Promise<string> {
  const [dataDir, attempt] = [await station.killed(), await attemptOf(station)];
  const reference = `${marked.reference} sending`;
  const database = openDatabase(dataDir);
  const keys = await openDataKeys({ database, keychain: memoryKeychain(), given: station.vaultKey });
  const files = await openSealedFiles({ folder: join(dataDir, 'sealed'), keys });
  const writer = await files.create('received', attempt);
  await writer.write(Buffer.from((station.originals.get(reference) ?? Buffer.alloc(0)).toString('base64')));
  const item = {
    referenceNumber: reference,
    documentId: 'D',
    status: 'SUCCESS',
    errorReason: null,
    received: await writer.finish(),
  } as const;
  openOutbox({ database, sealer: createSealer(keys), ledger: readOnlyLedger, now: () => new Date() }).keepAnswer(attempt, {
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
  const names = (await readdir(join(dataDir, 'sealed'))).filter((name) => name.startsWith(begin) && name.endsWith('.sealed'));
  expect(names, begin).toHaveLength(1);
  const path = join(dataDir, 'sealed', names[0] ?? '');
  const damaged = flipped(await readFile(path), part);
  await writeFile(path, damaged);
  return { outcome: await goOn(station, dataDir), damaged: sha256(damaged) };
}

/** Column and part of a document's row. */
type RowFault = { state: (typeof states)[number]; column: string; part: number };
type Parts = Awaited<ReturnType<typeof partsOf>>;

/** In the default run each part in another document's row of one folder; in the soak each in a folder of its own, for each of `rows`. */
const rowFaults = (parts: Parts, usual: readonly RowFault['state'][], rows: readonly RowFault['state'][]): RowFault[][] =>
  sized(
    [parts.map(([column, part], index) => ({ state: usual[index] ?? 'queued', column, part }))],
    rows.flatMap((state) => parts.map(([column, part]) => [{ state, column, part }])),
  );

test(`one bit of any column of a job, seed ${seed}`, { timeout }, async () => {
  const station = await buildInEveryState();
  for (const faults of rowFaults(await partsOf(station, 'job'), ['queued', 'failed', 'rejected', 'cancelled'], ['queued', 'in-doubt'])) {
    const [dataDir, name] = [await station.killed(), JSON.stringify(faults)];
    const were = faults.map(({ state, column, part }) => flipInRow(dataDir, 'job', 'id = ?', station.ids[state], column, part));
    const outcome = await goOn(station, dataDir);
    expect(outcome.setAside, name).toEqual(faults.map(() => 'job'));
    const gone = Object.fromEntries(faults.map(({ state }) => [state, undefined]));
    expect(statusesOf(outcome), name).toEqual({ ...allSigned, ...gone });
    const left = await readdir(join(dataDir, 'sealed'));
    for (const [index, { state }] of faults.entries()) {
      expect(outcome.sent).not.toContain(state);
      // Neither the row nor its document is deleted.
      expect(quarantined(dataDir)).toContain(Buffer.from(were[index] ?? []).toString('base64'));
      expect(left).toContainEqual(expect.stringContaining(`original.${station.ids[state]}.`));
    }
  }
});

test(`one bit of any column of an attempt, seed ${seed}`, { timeout }, async () => {
  const station = await buildInEveryState();
  const parts = await partsOf(station, 'attempt');
  // While it is under way it has no end.
  const isThere = ({ state, column }: RowFault) => state !== 'sending' || (column !== 'ended_at' && column !== 'outcome');
  for (const all of rowFaults(parts, ['sending', 'in-doubt', 'aside', 'closed'], ['sending', 'in-doubt'])) {
    const faults = all.filter(isThere);
    const [dataDir, name] = [await station.killed(), JSON.stringify(faults)];
    const where = 'id IN (SELECT attempt_id FROM attempt_document WHERE document_id = ?)';
    const were = faults.map(({ state, column, part }) => flipInRow(dataDir, 'attempt', where, station.ids[state], column, part));
    const outcome = await goOn(station, dataDir);
    expect(outcome.setAside, name).toEqual(faults.map(() => 'attempt'));
    expect(statusesOf(outcome), name).toEqual(allSigned);
    for (const [index, { state }] of faults.entries()) {
      expect(outcome.atStart.find(({ documentId }) => documentId === station.ids[state])?.status, name).toBe('in-doubt');
      expect(quarantined(dataDir)).toContain(Buffer.from(were[index] ?? []).toString('base64'));
    }
  }
});

/** The encrypted column and some of the others; in the soak every column, the encrypted one at several places. */
async function partsOf(station: StationInEveryState, table: 'job' | 'attempt'): Promise<(readonly [column: string, part: number])[]> {
  const sql = new DatabaseSync(join(await station.killed(), 'station.sqlite'));
  const columns = sql.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
  sql.close();
  const clear = columns.map(({ name }) => String(name)).filter((name) => name !== 'sealed');
  return [
    ...sized([0.02], [0, 0.02, 0.5, 1]).map((part) => ['sealed', part] as const),
    ...createRandom(seed)
      .some(clear, sized(3, clear.length))
      .map((name) => [name, 0.5] as const),
  ];
}

/** Answers with the row's sealed column as it then is. */
function flipInRow(dataDir: string, table: string, where: string, id: string, column: string, part: number): Uint8Array {
  const sql = new DatabaseSync(join(dataDir, 'station.sqlite'));
  try {
    const rows = sql.prepare(`SELECT rowid AS number, sealed, ${column} AS value FROM ${table} WHERE ${where}`).all(id);
    expect(rows).toHaveLength(1);
    const { number = null, sealed, value } = rows[0] ?? {};
    const changed = flippedValue(value, part);
    sql.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(changed, number);
    const now = changed instanceof Uint8Array ? changed : sealed;
    if (!(now instanceof Uint8Array)) throw new Error('no sealed column');
    return now;
  } finally {
    sql.close();
  }
}

function flippedValue(value: unknown, part: number): SQLInputValue {
  if (typeof value === 'number') return value ^ 1;
  if (typeof value === 'string') return flipped(Buffer.from(value), part).toString();
  if (value instanceof Uint8Array) return flipped(value, part);
  throw new Error('nothing to flip');
}

function quarantined(dataDir: string): string {
  const sql = new DatabaseSync(join(dataDir, 'station.sqlite'));
  try {
    return JSON.stringify(sql.prepare('SELECT value FROM quarantine').all());
  } finally {
    sql.close();
  }
}
