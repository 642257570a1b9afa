/**
 * What the station asks its database, without any time: no statement reads a table that grows, and no work of every day takes more
 * statements or rows with 5,000 documents, visits, screenings, records and publications than with 100.
 */
import { expect, onTestFinished, test } from 'vitest';
import { noFilter } from '../support/doors/domain.ts';
import { openMemoryDatabase, openStationDatabase } from '../support/doors/storage.ts';
import { filter } from '../support/screening/screening-actions.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { addCopies } from '../support/storage/many-rows.ts';
import { sqlOfSources } from '../support/storage/sql-of-sources.ts';
import { type SqlUse, watchSql } from '../support/storage/watched-sql.ts';
import { withVisitActions } from '../support/visits/visit-actions.ts';

const build = async () => withVisitActions(withSigningActions(await buildStation()));
type TestStation = Awaited<ReturnType<typeof build>>;

/** A station in use, and `count` copies of all that it has. */
async function filled(count: number) {
  const station = await build();
  const visit = station.visit({ name: 'Ana Rojas', identification: '52123456', transaction: 'TX-1' });
  const [document = ''] = await station.contracts('a');
  await station.sendAll([document], { clientInfo: 'TX-1' });
  await station.fetch(visit, 'TX-1');
  await station.screen(visit, 'Persona Inventada', '10000000');
  await station.push({ Uid: crypto.randomUUID(), TransactionId: 'TX-1' });
  const publication = await publish(station, visit);
  await station.close();
  const database = openStationDatabase(station.dataDir, station.vaultKey);
  // After the documents that are still followed, and before those that leave the list.
  const weekAgo = `'${new Date(Date.now() - 7 * 86_400_000).toISOString()}'`;
  database.transaction(() => {
    const copies = (table: string, own: Record<string, string>) => addCopies(database.sql, table, count, own);
    const ofJob = { id: "'job-' || n", position: 'position - n', visit_id: "'visit-' || n", sha256: "'sha-' || n" };
    copies('job', { ...ofJob, changed_at: weekAgo, queued_at: weekAgo, list_order: 'list_order + n', batch_id: "'batch-' || n" });
    copies('attempt', { id: "'call-' || n", started_at: weekAgo });
    copies('attempt_document', { attempt_id: "'call-' || n", document_id: "'job-' || n" });
    const ofCall = { call_id: "'call-' || n", document_id: "'job-' || n", visit_id: "'visit-' || n" };
    copies('sent_document', { ...ofCall, key: "'key-' || n", at: weekAgo });
    copies('screening', { id: "'screening-' || n", visit_id: "'visit-' || n" });
    const keys = { transaction_key: "'tx-' || n", person_key: "'person-' || n" };
    copies('visit', { id: "'visit-' || n", changed_at: 'changed_at - n', ...keys });
    copies('identity_record', { id: "'record-' || n", visit_id: "'visit-' || n" });
    copies('inbox_item', { id: "'item-' || n", visit_id: "'visit-' || n", uid_key: "'uid-' || n", digest: "'digest-' || n" });
    copies('publication', { id: "'publication-' || n", identification_key: "'person-' || n" });
    copies('encrypted_file', { id: "'file-' || n", owner: "'visit-' || n" });
    copies('audit', { number: '-n', at: weekAgo, visit_id: "'visit-' || n" });
  });
  database.close();
  return { station, visit, document, publication };
}

async function publish(station: TestStation, visitId: string): Promise<string> {
  const [staged] = await station.publishing.stage([`${station.folder}/a.pdf`]);
  const keys = [{ kind: 'identification' as const, value: '52123456' }];
  const [made] = await station.publishing.publish({ staged: [staged?.id ?? ''], keys, once: false, visitId });
  return made?.id ?? '';
}

type Filled = Awaited<ReturnType<typeof filled>>;

/** What is done every day, by name. */
const everyday: Record<string, (filled: Filled) => unknown> = {
  opening: ({ station }) => station.reopen({ sending: 'manual' }),
  'pages of the queue': ({ station, document }) => {
    for (const text of ['', 'rojas']) {
      station.queue.list.page({ filter: { ...noFilter, text }, offset: 0, limit: 20 });
      station.queue.list.offset(document, { ...noFilter, text });
    }
    station.queue.list.summary();
  },
  'pages of visits': ({ station }) => {
    for (const show of ['all', 'attention', 'waiting', 'due'] as const) station.visits.page({ text: '', show }, 0, 20);
    // A full page, so that the others are counted.
    station.visits.page({ text: 'rojas', show: 'all' }, 0, 0);
    station.visits.state();
  },
  'pages of screenings': async ({ station }) => {
    for (const scope of ['all', 'single'] as const) await station.screening.page(filter({ scope }), 0, 20);
    await station.screening.page(filter({ outcome: 'undecided' }), 0, 20);
    await station.screening.page(filter({ text: 'persona' }), 0, 0);
    station.screening.state();
  },
  'pages of the inbox': ({ station }) => {
    for (const show of ['all', 'unread', 'changed', 'quarantined'] as const) station.inbox.page({ text: '', show }, 0, 20);
    station.inbox.page({ text: 'rojas', show: 'all' }, 0, 0);
    station.inbox.state();
  },
  'pages of publications': ({ station }) => {
    for (const show of ['all', 'offered', 'ended'] as const) station.publishing.page({ text: '', show }, 0, 20);
    station.publishing.page({ text: 'rojas', show: 'all' }, 0, 0);
  },
  'what is under way': ({ station }) => {
    station.bulk.list();
    station.placementTest.unfinished();
    station.hub.state();
  },
  'a visit that is opened': ({ station, visit }) => station.visits.open(visit),
  'a visit that changes': ({ station, visit }) => station.visits.note(visit, 'a note'),
  'a new visit': ({ station }) => station.visit({ name: 'Luis', identification: '80111222', transaction: 'TX-9' }),
  'a screening': ({ station, visit }) => station.screen(visit, 'Persona Inventada', '10000001'),
  'a record that is fetched': ({ station, visit }) => station.fetch(visit, 'TX-1'),
  'a push': ({ station }) => station.push({ Uid: crypto.randomUUID(), TransactionId: 'TX-1' }),
  'a push that is read': ({ station }) => {
    const [item] = station.inbox.page({ text: '', show: 'all' }, 0, 1).items;
    station.inbox.mark([item?.id ?? ''], true);
  },
  'a request for documents': ({ station }) => station.publishing.answer({ IdNumber: '52123456' }, 'provider'),
  'a publication that is withdrawn': ({ station, publication }) => station.publishing.withdraw(publication),
  'a document that is queued': async ({ station }) => {
    const [id = ''] = await station.contracts('b');
    await station.send([id], { clientInfo: 'TX-1' });
  },
  'a document that is cancelled': ({ station }) => station.signing.cancel(station.signing.openJobs().map(({ documentId }) => documentId)),
};

/** Does all of it, and returns what each took. */
async function usesOf(sql: ReturnType<typeof watchSql>, count: number): Promise<Map<string, SqlUse[]>> {
  const uses = new Map<string, SqlUse[]>();
  const there = await filled(count);
  sql.take();
  for (const [name, work] of Object.entries(everyday)) {
    await work(there);
    uses.set(name, sql.take());
  }
  await there.station.close();
  return uses;
}

/** Tables of few rows, and what is no table. */
const small =
  /^(json_row|json_each|quarantine|bulk_run|service_user|service_token|last_commit|inbox_count|publication_count|hub_enrolment|named|sqlite_sequence|CONSTANT)$/;

/** Statements that read all of a table or an index, and why they may. */
const allowed: readonly (readonly [statement: RegExp, why: string])[] = [
  [/ LIMIT (1|\?)( OFFSET \?)?$/, 'Ends at a row: a page, or the first one.'],
  [/^SELECT count\(\*\) AS total FROM \w+ INDEXED BY \w+_list WHERE .*instr\(search_text/, 'What was typed may be anywhere in the index.'],
  [/FROM (job|attempt INDEXED BY attempt_open) WHERE (at_rest = 0|outcome IS NULL) ORDER BY/, 'Only what is not finished is in the index.'],
  [/FROM job WHERE at_rest = 1$/, 'Counted once in a run; the documents for a command that prints them all.'],
  [/FROM sent_document WHERE content = 'marked'$/, 'Only what waits to be erased is in the index.'],
  [/FROM sent_document WHERE at < \? AND content = 'stored'$/, 'Retention, in a pass.'],
  [/FROM audit WHERE kind = 'visit-removed' GROUP BY visit_id$/, 'The check of the log reads all of it anyway.'],
  [/^SELECT id FROM identity_record ORDER BY number$/, 'For a command that prints them all.'],
  [/hub_offer.* WHERE is_ended = 0/, 'Only what a hub offers is in the index.'],
  [/FROM hub_outbox$/, 'What is sent leaves the table.'],
  [/^DELETE FROM hub_event WHERE at < \?/, 'When a connection to the hub is made, and what is old leaves the table.'],
  [/FROM inbox_item WHERE kind = 'quarantined'/, 'Only quarantined bodies are in the index, which have a quota.'],
  [/FROM publication WHERE state = 'offered' ORDER BY number$/, 'Only what is offered is in the index, and all of it is withdrawn.'],
  [/FROM publication INDEXED BY publication_ended WHERE/, 'Retention, in a pass.'],
];

/** Texts of the sources that are not prepared when a station opens and is used, and why they may read all. */
const elsewhere: readonly (readonly [file: RegExp, why: string])[] = [
  [/^main\/app\/report\/count-states\.ts$/, 'A report counts everything, when a person asks for it.'],
  [/^main\/features\/visits\/has-visit\.ts$/, 'For a document that is in the sent ledger and not in the database.'],
  [/^main\/features\/hub\/hub-repository\.ts$/, 'An enrolment or a restore makes everything due at the hub.'],
];

test('no statement reads the whole of a table that grows', async () => {
  const inMemory = openMemoryDatabase();
  onTestFinished(inMemory.close);
  const own = [...(await usesOf(watchSql(), 1)).values()].flat().map(({ text }) => text);
  const triggers = inMemory.sql.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").all();
  const ofTriggers = triggers.flatMap(({ sql }) =>
    String(sql)
      .replaceAll(/\s+/g, ' ')
      .split(/ BEGIN |;/)
      .slice(1),
  );
  const statements = [...new Set([...own, ...ofTriggers.map((text) => text.trim().replaceAll(/\b(new|old)\.\w+/g, 'NULL'))])].filter(
    (text) => /^(WITH|SELECT|INSERT|UPDATE|DELETE)\b/.test(text) && !text.includes('data_key'),
  );
  const scansOf = (text: string): string[] =>
    inMemory.sql
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(...(text.match(/\?/g) ?? []).map(() => null))
      .map(({ detail }) => String(detail))
      .filter((detail) => detail.startsWith('SCAN ') && !small.test(detail.split(' ')[1] ?? ''));
  const scanning = statements.filter((text) => scansOf(text).length > 0);
  expect(scanning.filter((text) => !allowed.some(([one]) => one.test(text))).map((text) => [text, scansOf(text)])).toEqual([]);
  expect(allowed.filter(([one]) => !scanning.some((text) => one.test(text))).map(([one]) => one)).toEqual([]);

  const texts = ['main/features/**/*.ts', 'main/app/**/*.ts', 'main/platform/storage/*-{page,files,rows,log}.ts'].flatMap(sqlOfSources);
  expect(texts.length).toBeGreaterThan(120);
  const notSeen = texts.filter(
    ({ pattern, file }) => !own.some((text) => pattern.test(text)) && !elsewhere.some(([one]) => one.test(file)),
  );
  expect(notSeen.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

/** More than this is growth: what is read again after a pause differs by a few rows from run to run. */
const slack = 20;

test('work of every day takes no more statements and rows where there is fifty times as much', async () => {
  const sql = watchSql();
  const [few, many] = [await usesOf(sql, 100), await usesOf(sql, 5_000)];
  const grown = [...many].flatMap(([name, uses]) => {
    const before = new Map(few.get(name)?.map((use) => [use.text, use]));
    return uses
      .filter(({ text, times, rows }) => times + rows > slack + (before.get(text)?.times ?? 0) + (before.get(text)?.rows ?? 0))
      .map(({ text, times, rows }) => `${name}: ${times} times, ${rows} rows: ${text}`);
  });
  expect(grown).toEqual([]);
  expect([...many].filter(([, uses]) => !uses.some(({ times }) => times > 0)).map(([name]) => name)).toEqual([]);
});
