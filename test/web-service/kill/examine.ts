/** Looks at what a killed service left, on a copy, with a station that is started on it. */
import { cp, link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createStation, type Station } from '../../support/doors/app.ts';
import type { InboxItem } from '../../support/doors/domain.ts';
import { contentOf } from '../../support/doors/practice.ts';
import { identityOf, openSql } from '../../support/doors/storage.ts';
import type { ServiceAccount } from './account.ts';

export type ServiceExamined = {
  vaultKey: Buffer;
  scratch: string;
  account: ServiceAccount;
  fault(text: string): void;
  /** Records that were read and found right, with their content: they never change. */
  read: Map<string, { uid: string; content: string; files: string[] }>;
  /** SHA-256 of all documents that were published, and of those that are somewhere in the watched folder. */
  published: ReadonlySet<string>;
};

/** What the parent knew at the moment of the kill. */
type Known = { accepted: Map<string, string>; quarantined: Set<string> };
export type Left = { dataDir: string; original: string; known: Known };

const all = { text: '', show: 'all' } as const;
const many = 1_000_000;

/** Encrypted files never change, so that links do for them; the next service may work on the folder when it resolves. */
export async function copyLeft(dataDir: string, { scratch, account }: ServiceExamined): Promise<Left> {
  const known = { accepted: new Map(account.accepted), quarantined: new Set(account.quarantined) };
  const copy = await mkdtemp(join(scratch, 'copy-'));
  for (const name of (await readdir(dataDir)).filter((one) => /^((station|settings)\.sqlite(-wal)?|sent-ledger)$/.test(one)))
    await cp(join(dataDir, name), join(copy, name));
  await mkdir(join(copy, 'encrypted'), { mode: 0o700 });
  for (const name of await readdir(join(dataDir, 'encrypted')).catch(() => []))
    await link(join(dataDir, 'encrypted', name), join(copy, 'encrypted', name));
  return { dataDir: copy, original: dataDir, known };
}

/** @param thorough also what was found right before */
export async function examineService({ dataDir, original, known }: Left, place: ServiceExamined, thorough: boolean): Promise<void> {
  if (thorough) place.read.clear();
  const station = await createStation({
    dataDir,
    vaultKey: place.vaultKey,
    // A station on a copy withdraws what is published.
    fileIdentity: () => identityOf(join(original, 'station.sqlite')),
    provider: { kind: 'practice' },
    sending: 'manual',
  });
  try {
    const notices = station.notices();
    if (notices.length > 0) place.fault(`it could not read all: ${notices.map(({ code }) => code)}`);
    const { intact, firstBroken } = station.audit.verify();
    if (!intact) place.fault(`the log is broken at ${firstBroken}`);
    const { items } = station.inbox.page(all, 0, many);
    await checkRecords(items, known, station, place, thorough);
    checkQuarantined(items, known, place);
    await checkPublished(station, place);
  } finally {
    await station.close();
  }
  await checkFiles(dataDir, place);
  await rm(dataDir, { recursive: true });
}

async function checkRecords(items: readonly InboxItem[], { accepted }: Known, station: Station, place: ServiceExamined, thorough: boolean) {
  const { account, fault, read } = place;
  const found = new Map<string, number[]>();
  const present = new Set<string>();
  for (const { kind, recordId, visitId, uid, version, problem } of items) {
    if (kind !== 'record') continue;
    if (problem || recordId === null || visitId === null) {
      fault(`an item without its record: ${problem?.code}`);
      continue;
    }
    const record = read.get(recordId) ?? (await readOne(recordId, station));
    read.set(recordId, record);
    if (present.has(record.content)) fault('the same content is there twice');
    present.add(record.content);
    if (account.begun.get(record.content) !== record.uid || record.uid !== uid) fault('a record is there that was never sent so');
    found.set(record.uid, [...(found.get(record.uid) ?? []), version]);
  }
  for (const content of accepted.keys()) if (!present.has(content)) fault('a push that got 200 is lost');
  for (const versions of found.values())
    if (versions.toSorted((a, b) => a - b).some((version, at) => version !== at + 1)) fault(`versions of one Uid: ${versions}`);
  if (!thorough) return;
  const { lines, unreadable } = station.records();
  const versionsOf = new Map(lines.map(({ Uid, versions }) => [Uid, versions]));
  const as = [...found].every(([uid, versions]) => versionsOf.get(uid) === versions.length);
  if (unreadable > 0 || lines.length !== found.size || !as) fault('the list of records is not what the inbox says');
  for (const visitId of new Set(items.flatMap(({ visitId: id }) => id ?? []))) {
    const { records } = station.visits.open(visitId);
    const listed = items.filter((item) => item.visitId === visitId).map(({ recordId }) => recordId);
    if (records.length !== listed.length || records.some(({ id }) => !listed.includes(id)))
      fault('a visit has other records than its items');
  }
}

/** The content as it was sent: long texts are files of their own. */
async function readOne(recordId: string, { visits }: Station): Promise<{ uid: string; content: string; files: string[] }> {
  const { row } = visits.record(recordId);
  const json: Record<string, unknown> = JSON.parse(row.json);
  for (const { id, path } of row.files) {
    json[String(path[0])] = await text(visits.recordFile(recordId, id).read());
  }
  return { uid: String(json.Uid), content: contentOf(json), files: row.files.map(({ id }) => id) };
}

function checkQuarantined(items: readonly InboxItem[], { quarantined }: Known, { fault }: ServiceExamined): void {
  const there = items.flatMap(({ kind, sha256, problem }) => (kind === 'quarantined' && problem ? [sha256] : []));
  for (const sha256 of quarantined) if (!there.includes(sha256)) fault('a quarantined body is lost');
}

/** No document is lost before it is received. A received one may still be offered. */
async function checkPublished({ publishing }: Station, { published, account, fault }: ServiceExamined): Promise<void> {
  const { items } = publishing.page(all, 0, many);
  for (const { sha256, state, problem } of items) {
    if (problem) fault(`a publication cannot be read: ${problem.code}`);
    if (!published.has(sha256)) fault('a publication is not what was published');
    if (state === 'withdrawn') fault('nobody withdrew it');
    if (state === 'fetched' && !account.came.has(sha256)) fault('a document is listed as fetched, and never arrived');
  }
}

/** After a start and its end every file has an owner, and none is missing. */
async function checkFiles(dataDir: string, { read, fault, vaultKey }: ServiceExamined): Promise<void> {
  const sql = openSql(join(dataDir, 'station.sqlite'), { key: vaultKey, readonly: true });
  const ids = (query: string) =>
    new Set(
      sql
        .prepare(query)
        .all()
        .map(({ id }) => String(id)),
    );
  const records = ids('SELECT id FROM identity_record');
  const items = ids('SELECT id FROM inbox_item');
  const publications = ids('SELECT id FROM publication');
  sql.close();
  if ([...records].some((id) => !read.has(id))) fault('a record without an item of the inbox');
  const owners: Record<string, ReadonlySet<string>> = { record: records, quarantined: items, published: publications };
  const files = (await readdir(join(dataDir, 'encrypted'))).map((name) => name.split('.'));
  for (const [kind = '', owner = ''] of files) if (!owners[kind]?.has(owner)) fault(`an encrypted file of nobody: ${kind}`);
  const there = new Set(files.map(([, , id]) => id));
  for (const { files: named } of read.values()) if (named.some((id) => !there.has(id))) fault('an encrypted file of a record is not there');
}
