/**
 * The list of the queue with many finished documents: `node test/bench/queue-list.ts [documents, default 100000]`. Prints the medians of
 * twenty readings, with as many and with a thousand documents in turn: the first page, the last one, and a search that one document has.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noFilter, type QueueFilter } from '../support/doors/domain.ts';
import { createQueueList, openOutbox } from '../support/doors/signing.ts';
import { openStationDatabase } from '../support/doors/storage.ts';
import { addFinished } from '../support/signing/many-documents.ts';
import { queuedDocument, sentOf } from '../support/signing/outbox.ts';

const [documents = 100_000] = process.argv.slice(2).map(Number);
const work = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'queue-list-'));
const appended = { store: () => undefined, undo: () => undefined };

/** One waits, the others are finished. */
function open(name: string, count: number) {
  const database = openStationDatabase(join(work, name), Buffer.alloc(32, 7));
  const outboxOf = () =>
    openOutbox({
      database,
      ledger: { appendQueued: () => undefined, appendCall: () => appended, appendResults: () => appended },
      now: () => new Date(),
      isOneOfSeveral: false,
    });
  const outbox = outboxOf();
  outbox.enqueue([queuedDocument('first'), queuedDocument('waits')]);
  outbox.begin({ id: 'call', documents: sentOf(['first']) });
  outbox.move('sign', ['first'], { signedSha256: '1'.repeat(64) });
  outbox.end('call', 'answered', null);
  outbox.change('first', { original: null });
  addFinished(database.sql, { id: 'first', count: count - 2 });
  const list = createQueueList({ outbox: outboxOf(), now: Date.now });
  return { list, close: database.close };
}

const stations = { few: open('few', 1_000), many: open('many', documents) };
type Which = keyof typeof stations;
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;

function compare(what: string, read: (which: Which) => void): void {
  const times = { few: [] as number[], many: [] as number[] };
  for (let n = 0; n < 20; n += 1) {
    for (const which of ['few', 'many'] as const) {
      const begun = performance.now();
      read(which);
      times[which].push(performance.now() - begun);
    }
  }
  const [few, many] = [median(times.few), median(times.many)];
  console.log(`${what}: ${few.toFixed(2)} ms of 1000, ${many.toFixed(2)} ms of ${documents}: ${(many / few).toFixed(2)} times`);
}

const page = (which: Which, filter: Partial<QueueFilter>, offset = 0) => {
  const { items } = stations[which].list.page({ filter: { ...noFilter, ...filter }, offset, limit: 200 });
  if (items.length === 0) throw new Error('an empty page');
};
const total = (which: Which) => (which === 'few' ? 1_000 : documents);
compare('first page', (which) => page(which, {}));
compare('last page', (which) => page(which, {}, total(which) - 200));
compare('search of one', (which) => page(which, { text: `document ${total(which) - 5} pdf` }));
compare('search of most', (which) => page(which, { text: 'document' }));
compare('place of the last', (which) => void stations[which].list.offset(`document-${total(which) - 2}`, noFilter));
compare('ids of all', (which) => void stations[which].list.ids(noFilter));
for (const { close } of Object.values(stations)) close();
await rm(work, { recursive: true });
