/** Ingests a pushed record (interface description, endpoint B, use 2): from the body of a call to the record, its visit and its inbox item. */

import type { Database } from '../../../platform/storage/database.ts';
import type { EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import { newRowId } from '../../../platform/storage/row-id.ts';
import { type PushBody, type PushedRecord, type RecordRow, readPush } from '../../records/records.ts';
import type { VisitHooks } from '../../visits/visits.ts';
import type { InboxRepository } from './inbox-repository.ts';
import { blankItem, type InboxRow } from './inbox-row.ts';

/** `duplicate`: the same content is already stored under this Uid. `new-version`: other content under a known Uid. */
export type PushOutcome = 'stored' | 'duplicate' | 'new-version';

/** `record`, `visit`: the ids of the stored record and of its visit. A duplicate has those of the first push, and its inbox item. */
export type IngestedPush = { outcome: PushOutcome; record: string | null; visit: string | null; item: InboxRow };

export type IngestDeps = {
  database: Database;
  inbox: InboxRepository;
  visits: Pick<VisitHooks, 'addPushedRecord'>;
  files: EncryptedFiles;
  now(): Date;
};

/**
 * Resolves once the record is committed, in one commit with other pushes; its pictures, videos and documents are then encrypted files.
 * @param user of the web service
 * @throws StationError `record-not-as-described`, `record-too-large`, `disk-full`; nothing is stored then
 */
export async function ingestPush(deps: IngestDeps, body: PushBody | Buffer, user: string): Promise<IngestedPush> {
  const { database, inbox, visits, files, now } = deps;
  const push = readPush(body);
  const known = findEarlier(inbox, push);
  if (known.duplicate) return ingested('duplicate', known.duplicate);
  const id = newRowId();
  const contents = await files.write('record', id, push.files);
  let result: IngestedPush | null = null;
  try {
    result = await database.grouped(() => {
      // Again, within the transaction: the same push may have been stored in the meantime.
      const { duplicate, version, visitId } = findEarlier(inbox, push);
      if (duplicate) return ingested('duplicate', duplicate);
      contents.store();
      const record = visits.addPushedRecord(toRecordRow(id, now(), push, { version, user }), push.facts, visitId);
      const item = toInboxRow(record, push, user);
      inbox.put(item);
      return ingested(version > 1 ? 'new-version' : 'stored', item);
    });
    return result;
  } finally {
    if (result === null || result.outcome === 'duplicate') await contents.discard();
  }
}

const ingested = (outcome: PushOutcome, item: InboxRow): IngestedPush => ({ outcome, record: item.recordId, visit: item.visitId, item });

/** Counts a duplicate. Its item may have been removed with its visit in the meantime, and stays removed. */
export function countDuplicate({ inbox, now }: Pick<IngestDeps, 'inbox' | 'now'>, id: string): InboxRow | null {
  const item = inbox.find(id);
  if (!item) return null;
  const counted = { ...item, repeats: item.repeats + 1, repeatedAt: now().toISOString() };
  inbox.put(counted);
  return counted;
}

/** `version`, `visitId`: what the push becomes under its Uid, and the visit of its earlier versions. */
type Earlier = { duplicate: InboxRow | null; version: number; visitId: string | null };

/** Finds what is stored under the Uid of a push. Without a Uid, that is the same content only. */
function findEarlier(inbox: InboxRepository, { facts: { uid }, digest }: PushedRecord): Earlier {
  const versions = inbox.versionsOf({ uid, digest });
  const duplicate = versions.find((item) => item.digest === digest) ?? null;
  const latest = versions.toSorted((a, b) => a.version - b.version).at(-1);
  return { duplicate, version: (latest?.version ?? 0) + 1, visitId: latest?.visitId ?? null };
}

const nothing = { images: false, documents: false, video: false };

const toRecordRow = (
  id: string,
  receivedAt: Date,
  { json, files, size, sha256 }: PushedRecord,
  { version, user }: { version: number; user: string },
): Omit<RecordRow, 'visitId'> => ({
  ...{ id, receivedAt: receivedAt.toISOString(), source: 'pushed', by: '', profile: null, caller: user, parts: [], wish: nothing },
  ...{ version, within: [], json, files: files.map(({ bytes: _, ...file }) => file), size, sha256 },
});

const toInboxRow = (
  { id, visitId, receivedAt, size, sha256, version }: RecordRow,
  { facts: { uid, name, identification, transaction }, digest }: PushedRecord,
  user: string,
): InboxRow => ({
  ...blankItem,
  ...{ id: newRowId(), kind: 'record', receivedAt, user, size, sha256 },
  ...{ uid, name, identification, transaction, version, recordId: id, visitId },
  digest,
  bodyFile: null,
});
