/**
 * The sent ledger next to the bare disk: `node test/bench/sent-ledger.ts [calls, default 1000] [entries, default 50000]`. Prints two
 * ratios of CPU and time: an append to a bare write and fdatasync of the same bytes (interleaved), and opening a folder whose ledger
 * has many entries to opening one whose ledger has none, or two.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, statSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSentLedger } from '../support/doors/signing.ts';
import { openStationDatabase } from '../support/doors/storage.ts';
import { ledgerDeps } from '../support/signing/ledger.ts';
import { queuedDocument } from '../support/signing/outbox.ts';

const [calls = 1_000, entries = 50_000] = process.argv.slice(2).map(Number);
const key = randomBytes(32);
const at = new Date().toISOString();
type Cost = { cpu: number; time: number };

async function open(folder: string) {
  const database = openStationDatabase(folder, key);
  const ledger = await openSentLedger(ledgerDeps({ database, dataDir: folder }));
  const close = async () => {
    await ledger.close();
    database.close();
  };
  return { database, ledger, close };
}

async function measured(work: () => unknown): Promise<Cost> {
  const [cpu, time] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1_000, time: performance.now() - time };
}

const sum = (costs: readonly Cost[]): Cost => ({
  cpu: costs.reduce((all, { cpu }) => all + cpu, 0),
  time: costs.reduce((all, { time }) => all + time, 0),
});
const ratio = (one: Cost, other: Cost) => ({ cpu: (one.cpu / other.cpu).toFixed(2), time: (one.time / other.time).toFixed(2) });
const median = (costs: readonly Cost[], of: keyof Cost) => costs.map((cost) => cost[of]).toSorted((a, b) => a - b)[costs.length >> 1] ?? 0;

async function appends(work: string): Promise<void> {
  const folder = join(work, 'appends');
  const { ledger, close } = await open(folder);
  const size = () => statSync(join(folder, 'sent-ledger')).size;
  const bare = openSync(join(folder, 'bare'), 'w');
  const [ours, theirs]: [Cost[], Cost[]] = [[], []];
  for (let n = 0; n < calls; n += 1) {
    const before = size();
    const document = queuedDocument(`d${n}`);
    ours.push(await measured(() => void ledger.appendCall({ id: `c${n}`, at, documents: [document] })));
    const bytes = randomBytes(size() - before);
    theirs.push(
      await measured(() => {
        writeSync(bare, bytes);
        fdatasyncSync(bare);
      }),
    );
  }
  closeSync(bare);
  await close();
  console.log(`append against write and fdatasync of the same bytes, ${calls} calls:`, ratio(sum(ours), sum(theirs)));
}

async function openings(work: string): Promise<void> {
  const folders = { empty: join(work, 'empty'), one: join(work, 'one'), full: join(work, 'full') };
  await fill(folders.empty, 0);
  await fill(folders.one, 1);
  await fill(folders.full, entries / 2);
  const of = async (folder: string) => {
    const database = openStationDatabase(folder, key);
    const cost = await measured(async () => (await openSentLedger(ledgerDeps({ database, dataDir: folder }))).close());
    database.close();
    return cost;
  };
  const costs = { empty: [] as Cost[], one: [] as Cost[], full: [] as Cost[] };
  for (let n = 0; n < 25; n += 1) for (const which of ['empty', 'one', 'full'] as const) costs[which].push(await of(folders[which]));
  const mebibytes = (statSync(join(folders.full, 'sent-ledger')).size / 1024 / 1024).toFixed(1);
  const against = (other: 'empty' | 'one') => ({
    cpu: (median(costs.full, 'cpu') / median(costs[other], 'cpu')).toFixed(2),
    time: (median(costs.full, 'time') / median(costs[other], 'time')).toFixed(2),
  });
  console.log(`opening with ${entries} entries (${mebibytes} MiB), median of 25:`, {
    againstNone: against('empty'),
    againstTwo: against('one'),
  });
  console.log(`milliseconds with none: ${median(costs.empty, 'time').toFixed(1)}, with all: ${median(costs.full, 'time').toFixed(1)}`);
}

async function fill(folder: string, count: number): Promise<void> {
  const { ledger, database, close } = await open(folder);
  for (let n = 0; n < count; n += 1) {
    const called = ledger.appendCall({ id: `c${n}`, at, documents: [queuedDocument(`d${n}`)] });
    const ended = ledger.appendResults(`c${n}`, at, [{ id: `d${n}`, outcome: 'signed' }]);
    if (n % 500 === 0 || n + 1 >= count) database.transaction(() => [called, ended].map(({ store }) => store()));
  }
  await close();
}

const work = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'sent-ledger-'));
await appends(work);
await openings(work);
await rm(work, { recursive: true });
