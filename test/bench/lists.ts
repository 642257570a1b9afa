/**
 * Lists of main: `node test/bench/lists.ts [rows, default 100000]`. Prints the time of each step with that many rows
 * and with a thousand, interleaved, and their ratio; medians of 21.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparedSchema } from '../support/doors/domain.ts';
import { newScreening, openScreeningRepository } from '../support/doors/screening.ts';
import { type Database, openEncryptedFiles, openStationDatabase } from '../support/doors/storage.ts';
import { openVisitRepository } from '../support/doors/visits.ts';
import {
  blankItem,
  openInboxRepository,
  openPublicationRepository,
  openPublishing,
  publicationRowSchema,
} from '../support/doors/web-service.ts';

const names = ['ANA', 'LUIS', 'MARÍA', 'JOSÉ', 'ROSALBA', 'PEDRO', 'LUCÍA', 'DIEGO', 'ELENA', 'HUGO'];
const surnames = ['PÉREZ', 'MUÑOZ', 'GÓMEZ', 'CONTRERAS', 'RÍOS', 'VARGAS', 'LÓPEZ', 'ORTIZ', 'SALAZAR', 'MORA', 'CRUZ'];
const nameOf = (n: number) => `${names[n % 10]} ${names[(n >> 3) % 10]} ${surnames[n % 11]} ${surnames[(n >> 5) % 11]}`;
const uidOf = (n: number) => `${n.toString(16).padStart(8, '0')}-d9cb-469f-a165-70867728950e`;

function fillInbox(database: Database, count: number) {
  const store = openInboxRepository(database);
  database.transaction(() => {
    for (let n = 0; n < count; n += 1) {
      const known = { name: nameOf(n), identification: String(10_000_000 + 7 * n), transaction: `TX-${n}`, uid: uidOf(n) };
      const same = { kind: 'record', receivedAt: new Date(n * 1_000).toISOString(), read: n % 10 !== 0, user: 'provider' } as const;
      store.put({ ...blankItem, ...same, ...known, id: uidOf(n), digest: String(n).padStart(64, '0'), bodyFile: null });
    }
  });
  const page = (text: string, show: 'all' | 'unread' = 'all', offset = 0) => store.page({ text, show }, offset, 100);
  const last = count - 1;
  return {
    'inbox: first page': () => page(''),
    'inbox: first page of unread items': () => page('', 'unread'),
    'inbox: last page': () => page('', 'all', count - 100),
    'inbox: search for a name of many': () => page('perez maria'),
    'inbox: search for a number of one': () => page(String(10_000_000 + 7 * last)),
    'inbox: search for nothing': () => page('no such person'),
    'inbox: counts': () => store.counts(),
    'inbox: earlier items of a push': () => store.versionsOf({ uid: uidOf(last), digest: '' }),
  };
}

async function fillPublications(database: Database, folder: string, count: number) {
  const store = openPublicationRepository({ database, changed: () => undefined });
  const files = await openEncryptedFiles({ folder, database });
  const wanted = uidOf(count >> 1);
  const writer = await files.create('published', wanted);
  await writer.write(Buffer.alloc(20_000, '%PDF'));
  const { id: fileId, size } = await writer.finish();
  database.transaction(() => {
    for (let n = 0; n < count; n += 1) {
      const known = {
        id: uidOf(n),
        name: `contrato ${nameOf(n)}.pdf`,
        keys: [{ kind: 'identification', value: String(10_000_000 + 7 * n) }],
      };
      const same = { fileId, size, sha256: '0'.repeat(64), once: false, state: 'offered', by: 'Ana', source: 'application' };
      const times = { publishedAt: new Date(n * 1_000).toISOString(), changedAt: '', fetches: [] };
      store.put(publicationRowSchema.parse({ ...known, ...same, ...times, visitId: null, path: null, gone: false, struck: false }));
    }
  });
  const publishing = openPublishing({
    atHub: () => 'none',
    notedSince: () => new Set(),
    ...{ database, files, compared: () => comparedSchema.parse({}), now: () => new Date(), noted: () => undefined },
    ...{ watched: () => ({ folder: '', key: 'identification', once: false }), clerk: () => 'Ana', visitExists: () => true },
    readFacts: () => Promise.reject(),
  });
  const page = (text: string) => publishing.page({ text, show: 'all' }, 0, 100);
  return {
    'publications: first page': () => page(''),
    'publications: search for a name of many': () => page('perez maria'),
    'publications: search for a number of one': () => page(String(10_000_000 + 7 * (count - 1))),
    'publications: answer to a request': async () => {
      const answer = await publishing.answer({ IdNumber: String(10_000_000 + 7 * (count >> 1)) }, 'provider');
      if (answer.count !== 1) throw new Error('not found');
      for await (const _ of answer.body);
      answer.finished(true);
    },
  };
}

function fillVisits(database: Database, count: number) {
  const store = openVisitRepository(database);
  const facts = { records: 1, screenings: 1, waitingSearches: 0, record: null, asked: [] };
  database.transaction(() => {
    for (let n = 0; n < count; n += 1) {
      const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
      const details = { name: nameOf(n), identification: String(10_000_000 + 7 * n), transaction: `TX-${n}` };
      const rest = { openedBy: 'Ana', documents: [], overrides: [], facts, warnedAt: null };
      store.put({ id: uidOf(n), ...details, ...rest, openedAt: at, changedAt: at });
    }
  });
  const time = { days: 90, now: Date.UTC(2026, 5, 1) };
  const page = (text: string, show: 'all' | 'due' = 'all', offset = 0) => store.page({ text, show }, time, offset, 100);
  return {
    'visits: first page': () => page(''),
    'visits: first page of those near their removal': () => page('', 'due'),
    'visits: last page': () => page('', 'all', count - 100),
    'visits: search for a name of many': () => page('perez maria'),
    'visits: search for a number of one': () => page(String(10_000_000 + 7 * (count - 1))),
    'visits: counts': () => store.counts(time),
    'visits: those of a person': () => store.index.ofPerson(String(10_000_000 + 7 * (count >> 1))),
  };
}

function fillScreenings(database: Database, count: number) {
  const store = openScreeningRepository(database);
  const place = { row: null, cells: null };
  for (let from = 0; from < count; from += 1_000) {
    const some = Array.from({ length: 1_000 }, (_, n) => {
      const query = { name: nameOf(from + n), identification: String(10_000_000 + 7 * (from + n)), judicial: false, procurator: false };
      return { screening: newScreening({ query, by: 'Ana', account: 'x', connection: null, at: new Date(from + n).toISOString() }, place) };
    });
    store.add(some);
  }
  const page = (text: string, offset = 0) => store.page({ scope: 'all', outcome: 'any', from: null, to: null, text }, offset, 100);
  return {
    'screenings: first page': () => page(''),
    'screenings: last page': () => page('', count - 100),
    'screenings: search for a name of many': () => page('perez maria'),
    'screenings: search for a number of one': () => page(String(10_000_000 + 7 * (count - 1))),
  };
}

const [maxRows = 100_000] = process.argv.slice(2).map(Number);
const work = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'lists-'));
const open = async (name: string, rows: number) => {
  const dataDir = await mkdtemp(join(work, name));
  const database = openStationDatabase(dataDir, Buffer.alloc(32, 7));
  const own = { ...fillVisits(database, rows), ...fillScreenings(database, rows), ...fillInbox(database, rows) };
  const steps = { ...own, ...(await fillPublications(database, join(dataDir, 'encrypted'), rows)) };
  return { database, steps };
};
const [few, many] = [await open('few', 1_000), await open('many', maxRows)];

async function timed(step: () => unknown): Promise<number> {
  const before = performance.now();
  await step();
  return performance.now() - before;
}
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
for (const name of Object.keys(few.steps) as (keyof typeof few.steps)[]) {
  const times = { few: [] as number[], many: [] as number[] };
  for (let n = 0; n < 21; n += 1) {
    times.few.push(await timed(few.steps[name]));
    times.many.push(await timed(many.steps[name]));
  }
  const [a, b] = [median(times.few), median(times.many)];
  console.log(`${name}: ${a.toFixed(2)} ms with 1000, ${b.toFixed(2)} ms with ${maxRows}: ${(b / a).toFixed(2)} times`);
}
few.database.close();
many.database.close();
await rm(work, { recursive: true });
