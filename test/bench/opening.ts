/**
 * Opening a station with many signed documents, and two visits and two records with a file each for five of them:
 * `node test/bench/opening.ts [documents, default 50000]`. Prints CPU and peak memory of a process that opens it, and their ratios to a
 * process that opens one with a hundred documents; medians of five, in turn.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createStation } from '../support/doors/app.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { openRecordRepository, type RecordRow } from '../support/doors/records.ts';
import { openOutbox } from '../support/doors/signing.ts';
import { type Database, openStationDatabase } from '../support/doors/storage.ts';
import { openVisitRepository, type VisitRow } from '../support/doors/visits.ts';
import { addFinished } from '../support/signing/many-documents.ts';
import { queuedDocument, sentOf } from '../support/signing/outbox.ts';

const key = Buffer.alloc(32, 7);
const monthAgo = new Date(Date.now() - 30 * 86_400_000);
const at = monthAgo.toISOString();
const visit: VisitRow = {
  ...{ id: 'visit', name: 'Ana Rojas', identification: '52123456', transaction: 'TX-1', openedBy: 'clerk', documents: [], overrides: [] },
  ...{ openedAt: at, changedAt: at, warnedAt: null },
  facts: { records: 1, screenings: 0, waitingSearches: 0, record: null, asked: [] },
};
const record: RecordRow = {
  ...{ id: 'record', visitId: 'visit', source: 'fetched', by: 'clerk', profile: null, caller: null, parts: ['TX-1'] },
  wish: { images: true, documents: false, video: false },
  ...{ receivedAt: at, size: 2000, sha256: '', version: 1, within: [], files: [] },
  json: JSON.stringify({ TransactionId: 'TX-1', Text: 'x'.repeat(2000) }),
};
const open = (dataDir: string) => createStation({ dataDir, vaultKey: key, keychain: memoryKeychain(), provider: { kind: 'stored' } });

/** One document is signed by the outbox, of a visit with a record, a month ago; the rows of the others are copies of its rows. */
async function fill(dataDir: string, count: number): Promise<void> {
  await (await open(dataDir)).close();
  const database = openStationDatabase(dataDir, key);
  const appended = { store: () => undefined, undo: () => undefined };
  const ledger = { appendQueued: () => undefined, appendCall: () => appended, appendResults: () => appended };
  const outbox = openOutbox({ database, ledger, now: () => monthAgo, isOneOfSeveral: false });
  outbox.enqueue([queuedDocument('first')]);
  outbox.begin({ id: 'call', documents: sentOf(['first']) });
  outbox.move('sign', ['first'], { signedSha256: '1'.repeat(64) });
  outbox.end('call', 'answered', null);
  outbox.change('first', { original: null });
  addFinished(database.sql, { id: 'first', count: count - 1, seconds: 1 });
  openVisitRepository(database).put(visit);
  openRecordRepository(database).add(record);
  const copy = (table: string, columns: string, values: string, rows: number) =>
    database.sql.exec(`
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${rows - 1})
      INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table}, n`);
  const visits = Math.ceil((count * 2) / 5);
  const ofVisit = 'changed_at, transaction_key, person_key, waiting, search_text, value';
  copy('visit', `id, ${ofVisit}`, `'visit-' || n, changed_at - n, 'tx-' || n, n, waiting, search_text || n, value`, visits);
  copy('identity_record', 'id, visit_id, value', `'record-' || n, 'visit-' || n, value`, visits);
  database.sql.exec("UPDATE job SET visit_id = 'visit-' || (position % 1000)");
  await addFiles(dataDir, database, visits);
  database.close();
}

async function addFiles(dataDir: string, { sql, transaction }: Database, count: number): Promise<void> {
  const insert = sql.prepare(
    "INSERT INTO encrypted_file (id, kind, owner, key, size, sha256) VALUES (?, 'record', ?, zeroblob(32), 1, '')",
  );
  const ids = Array.from({ length: count }, () => ({ id: randomUUID(), owner: randomUUID() }));
  transaction(() => {
    for (const { id, owner } of ids) insert.run(id, owner);
  });
  for (const { id, owner } of ids) await writeFile(join(dataDir, 'encrypted', `record.${owner}.${id}.encrypted`), '');
}

type Cost = { cpu: number; memory: number };

async function measure(dataDir: string): Promise<Cost> {
  const before = process.cpuUsage();
  const station = await open(dataDir);
  const { user, system } = process.cpuUsage(before);
  await station.close();
  return { cpu: (user + system) / 1_000, memory: process.resourceUsage().maxRSS / 1_024 };
}

async function compare(documents: number): Promise<void> {
  const work = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'opening-'));
  const folders = { few: join(work, 'few'), many: join(work, 'many') };
  await fill(folders.few, 100);
  await fill(folders.many, documents);
  const inProcess = async (folder: string): Promise<Cost> => {
    const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, '--open', folder]);
    return JSON.parse(stdout);
  };
  const costs = { few: [] as Cost[], many: [] as Cost[] };
  for (let n = 0; n < 5; n += 1) for (const which of ['few', 'many'] as const) costs[which].push(await inProcess(folders[which]));
  const median = (which: keyof typeof costs, of: keyof Cost) => costs[which].map((cost) => cost[of]).toSorted((a, b) => a - b)[2] ?? 0;
  for (const [of, unit] of [
    ['cpu', 'ms'],
    ['memory', 'MiB'],
  ] as const) {
    const [few, many] = [median('few', of), median('many', of)];
    console.log(
      `${of}: ${few.toFixed(0)} ${unit} with 100, ${many.toFixed(0)} ${unit} with ${documents}: ${(many / few).toFixed(2)} times`,
    );
  }
  await rm(work, { recursive: true });
}

const [first = '50000', folder = ''] = process.argv.slice(2);
if (first === '--open') console.log(JSON.stringify(await measure(folder)));
else await compare(Number(first));
