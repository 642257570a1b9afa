/**
 * State changes of documents next to bare commits: `node test/bench/state-changes.ts [changes, default 500]`. Prints the ratio of the time
 * of a commit that writes one row of the same size with `node:sqlite` (WAL, `synchronous=FULL`, not encrypted) to that of a state change
 * of the outbox; interleaved, on the same folder's disk. 1 would be as fast as the bare commit.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openOutbox } from '../support/doors/signing.ts';
import { openStationDatabase } from '../support/doors/storage.ts';
import { queuedDocument } from '../support/signing/outbox.ts';

const [changes = 500] = process.argv.slice(2).map(Number);
const work = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'state-changes-'));
const database = openStationDatabase(work, Buffer.alloc(32, 7));
const appended = { store: () => undefined, undo: () => undefined };
const ledger = { appendQueued: () => undefined, appendCall: () => appended, appendResults: () => appended };
const outbox = openOutbox({ database, ledger, now: () => new Date(), isOneOfSeveral: false });
outbox.enqueue([queuedDocument('a')]);

const bare = new DatabaseSync(join(work, 'bare.sqlite'));
bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE job (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
const write = bare.prepare('INSERT OR REPLACE INTO job VALUES (?, ?)');
const row = JSON.stringify(outbox.job('a'));

const times = { outbox: [] as number[], bare: [] as number[] };
function timed(which: keyof typeof times, step: () => void): void {
  const before = performance.now();
  step();
  times[which].push(performance.now() - before);
}
for (let n = 0; n < changes; n += 1) {
  timed('outbox', () => outbox.change('a', { providerDocumentId: `p${n}` }));
  timed('bare', () => {
    bare.exec('BEGIN IMMEDIATE');
    write.run('a', row.replace('null', `"p${n}"`));
    bare.exec('COMMIT');
  });
}
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
console.log(
  `bare commit ${median(times.bare).toFixed(3)} ms, state change ${median(times.outbox).toFixed(3)} ms: ${(median(times.bare) / median(times.outbox)).toFixed(2)}`,
);
bare.close();
database.close();
await rm(work, { recursive: true });
