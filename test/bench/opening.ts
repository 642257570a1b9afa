/**
 * Opening a station with many signed documents: `node test/bench/opening.ts [documents, default 50000]`. Prints CPU and peak memory of
 * a process that opens it, and their ratios to a process that opens one with a hundred documents; medians of five, in turn.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createStation } from '../support/doors/app.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { openOutbox } from '../support/doors/signing.ts';
import { openStationDatabase } from '../support/doors/storage.ts';
import { queuedDocument, sentOf } from '../support/outbox.ts';

const key = Buffer.alloc(32, 7);
const open = (dataDir: string) => createStation({ dataDir, vaultKey: key, keychain: memoryKeychain(), provider: { kind: 'stored' } });

/** One document is signed by the outbox; the rows of the others are copies of its rows. */
async function fill(dataDir: string, count: number): Promise<void> {
  await (await open(dataDir)).close();
  const database = openStationDatabase(dataDir, key);
  const noted = { store: () => undefined, undo: () => undefined };
  const ledger = { noteCall: () => noted, noteResults: () => noted };
  const outbox = openOutbox({ database, ledger, now: () => new Date(), isOneOfSeveral: false });
  outbox.enqueue([queuedDocument('first')]);
  outbox.begin({ id: 'call', documents: sentOf(['first']) });
  outbox.move('sign', ['first'], { signedSha256: '1'.repeat(64) });
  outbox.end('call', 'answered', null);
  outbox.change('first', { original: null });
  const copy = (table: string, columns: string, values: string) =>
    database.sql.exec(`
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count - 1})
      INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table}, n`);
  const same = 'batch_id, account, visit_id, sha256, signed_sha256, status, at_rest, queued_at, changed_at, value';
  copy('job', `id, position, ${same}`, `'document-' || n, 1 + n, ${same}`);
  copy('attempt', 'id, started_at, ended_at, outcome, value', `'call-' || n, started_at, ended_at, outcome, value`);
  copy('attempt_document', 'attempt_id, document_id', `'call-' || n, 'document-' || n`);
  database.close();
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
