/** Looks at what a killed station left of its visits: in the very files, and with a station that is started on them. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createStation, type Station } from '../../support/doors/app.ts';
import type { VisitView } from '../../support/doors/domain.ts';
import { decryptedDatabase, inDatabase } from '../../support/storage/damaged-database.ts';
import type { Acknowledged, VisitAccount } from './account.ts';

export type Examined = {
  dataDir: string;
  vaultKey: Buffer;
  account: VisitAccount;
  fault(text: string): void;
  /** Files that were read and found right: encrypted files never change. */
  verified: Set<string>;
  /** Parts of the rows of each visit, as they were seen last. */
  texts: Map<string, Buffer[]>;
};

const all = { text: '', show: 'all' } as const;
const many = 10_000;

/** Before anything is started: rows that were removed for certain are not even in unused parts of pages. */
export async function examineRemoved({ dataDir, vaultKey, account, fault, texts }: Examined): Promise<void> {
  const hasRemoved = account.removed.size > 0 && existsSync(join(dataDir, 'station.sqlite'));
  const content = hasRemoved ? decryptedDatabase(dataDir, vaultKey) : Buffer.alloc(0);
  // The first start may be killed before it made the folder.
  const encrypted = await readdir(join(dataDir, 'encrypted')).catch(() => []);
  for (const [visit, records] of account.removed) {
    if (texts.get(visit)?.some((text) => content.includes(text))) fault('a row of a removed visit is still in the database');
    texts.delete(visit);
    const left = encrypted.filter((name) => [visit, ...records].some((owner) => name.includes(owner)));
    if (left.length > 0) fault(`${left.length} encrypted files of a removed visit are left`);
  }
  account.removed.clear();
}

export async function examineVisits(place: Examined): Promise<void> {
  const { dataDir, vaultKey, account, fault } = place;
  const station = await createStation({ dataDir, vaultKey, provider: { kind: 'practice' }, sending: 'manual' });
  try {
    const { intact, firstBroken } = station.audit.verify();
    if (!intact) fault(`the log is broken at ${firstBroken}`);
    const views = station.visits.page(all, 0, many).items.map(({ id, problem }) => {
      if (problem) fault(`a visit cannot be opened: ${problem.code}`);
      return station.visits.open(id);
    });
    const found = new Set(views.map(({ id }) => id));
    for (const visit of account.visits.keys()) {
      if (found.has(visit)) continue;
      if (!account.perhapsRemoved.has(visit)) fault('a visit is lost');
      account.visits.delete(visit);
    }
    account.perhapsRemoved.clear();
    checkMarks(views, place);
    for (const view of views) {
      checkVisit(view, account.visits.get(view.id) ?? [], place);
      await checkRecords(view, station, place);
      // What came without an answer is there to stay.
      if (!account.visits.has(view.id)) account.visits.set(view.id, []);
    }
  } finally {
    await station.close();
  }
  await checkLeft(place);
}

/** What was begun once is there once, wherever it went. */
function checkMarks(views: readonly VisitView[], { account, fault }: Examined): void {
  const marks = views.flatMap(({ name, records, screenings, events }) => [
    ...(name.startsWith('VK-') ? [name] : []),
    ...records.flatMap(({ source, uid }) => (source === 'pushed' && uid !== null ? [uid] : [])),
    ...screenings.map(({ query }) => query.name),
    ...events.flatMap(({ kind, detail }) => (kind === 'note' || kind === 'overridden' ? [String(detail.text)] : [])),
  ]);
  for (const [at, mark] of marks.entries()) {
    if (!account.begun.has(mark)) fault(`nobody did ${mark}`);
    if (marks.indexOf(mark) !== at) fault(`${mark} is there twice`);
  }
}

function checkVisit(
  { records, screenings, findings, events }: VisitView,
  acknowledged: readonly Acknowledged[],
  { fault }: Examined,
): void {
  const countOf = (kind: string, is: (event: VisitView['events'][number]) => boolean) =>
    events.filter((event) => event.kind === kind && is(event)).length;
  const opened = countOf('opened', () => true);
  if (opened !== 1) fault(`a visit was opened ${opened} times`);
  for (const { id, source } of records) {
    const times = countOf(`record-${source}`, ({ about }) => about === id);
    if (times !== 1) fault(`the log tells ${times} times of a record that was ${source}`);
  }
  for (const { kind, about } of events)
    if (kind.startsWith('record-') && kind !== 'record-failed' && !records.some(({ id }) => id === about))
      fault('the log has a record that is not there');

  for (const { action, mark, id, files, keys } of acknowledged) {
    const record = records.find((one) => one.id === id);
    if ((action === 'fetch' || action === 'push') && record?.files !== files)
      fault(`the record of an acknowledged ${action} is not there, or not all of it`);
    if (action === 'note' && countOf('note', ({ detail }) => detail.text === mark) !== 1) fault('an acknowledged note is lost');
    if (action === 'screen' && (!screenings.some((one) => one.id === id) || countOf('screened', ({ about }) => about === id) !== 1))
      fault('an acknowledged search is lost, or the log does not tell of it');
    if (action === 'override' && keys.length > 0 && countOf('overridden', ({ detail }) => detail.text === mark) !== 1)
      fault('an acknowledged override is not in the log');
    if (action === 'override' && findings.some(({ key, overridden }) => keys.includes(key) && overridden === null))
      fault('an acknowledged override does not hold');
  }
}

async function checkRecords({ records }: VisitView, { visits }: Station, { verified, fault }: Examined): Promise<void> {
  for (const { id, problem } of records) {
    if (problem) fault(`a record cannot be opened: ${problem.code}`);
    for (const { id: fileId } of visits.record(id).row.files) {
      if (verified.has(fileId)) continue;
      const file = visits.recordFile(id, fileId);
      const hash = createHash('sha256');
      try {
        for await (const bytes of file.read()) hash.update(bytes);
        if (hash.digest('hex') !== file.sha256) fault('a file of a record is another one');
      } catch (thrown) {
        fault(`a file of a record cannot be read: ${Object(thrown).code ?? thrown}`);
      }
      verified.add(fileId);
    }
  }
}

/** After a start and its end: every file has an owner, and incomplete removals are complete. */
async function checkLeft({ dataDir, vaultKey, verified, texts, fault }: Examined): Promise<void> {
  const { rows, records } = inDatabase(dataDir, vaultKey, (sql) => {
    const all = (query: string) => sql.prepare(query).all() as { owner: string; text: string | Buffer | null }[];
    return {
      rows: {
        visit: all('SELECT id AS owner, value AS text FROM visit'),
        record: all('SELECT visit_id AS owner, value AS text FROM identity_record'),
        search: all('SELECT visit_id AS owner, value AS text FROM screening WHERE visit_id IS NOT NULL'),
        answer: all('SELECT visit_id AS owner, answer AS text FROM screening WHERE visit_id IS NOT NULL'),
        entry: all("SELECT visit_id AS owner, value AS text FROM audit WHERE visit_id IS NOT NULL AND kind <> 'visit-removed'"),
      },
      records: sql.prepare('SELECT id FROM identity_record').all(),
    };
  });

  const visits = new Set(rows.visit.map(({ owner }) => owner));
  texts.clear();
  for (const [what, found] of Object.entries(rows)) {
    const lost = found.filter(({ owner, text }) => !visits.has(owner) && text !== null);
    if (lost.length > 0) fault(`${lost.length} × ${what} of no visit`);
    // Only entries have a text that no other row has: their salt.
    if (what !== 'entry') continue;
    for (const { owner, text } of found) if (text) texts.set(owner, [...(texts.get(owner) ?? []), Buffer.from(text).subarray(0, 60)]);
  }

  const files = await readdir(join(dataDir, 'encrypted'));
  const owners = new Set([...visits, ...records.map(({ id }) => String(id))]);
  const [strange, names] = [files.filter((name) => !owners.has(name.split('.')[1] ?? '')), files.map((name) => name.split('.')[2] ?? '')];
  if (strange.length > 0) fault(`encrypted files of nobody: ${strange.map((name) => name.split('.')[0])}`);
  // Stored files too: exactly those that its records name.
  const loose = names.filter((id) => !verified.has(id));
  if (loose.length > 0) fault(`${loose.length} encrypted files that no record names`);
  const present = new Set(names);
  for (const id of verified) if (!present.has(id)) verified.delete(id);
}
