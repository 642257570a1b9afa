/** Records of a visit: fetched from the provider, or pushed by it. */

import { randomUUID } from 'node:crypto';
import type { RecordWish } from '../../../shared/domain/record.ts';
import { StationError } from '../../../shared/errors.ts';
import type { JsonPath } from '../../platform/json/scan-json.ts';
import type { IncomingStore } from '../../platform/provider/provider.ts';
import { discardAll } from '../../platform/provider/validation-answer.ts';
import type { RecordAnswer, ValidationClient } from '../../platform/provider/validation-client.ts';
import type { Lease } from '../../platform/runtime/connection-pool.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import { newRowId } from '../../platform/storage/row-id.ts';
import { onlyRecord, openRecordFiles, type PushedRecord, partOf, type RecordRepository, type RecordRow } from '../records/records.ts';
import type { FetchOptions, FetchRequest } from './visit-service.ts';

export type RecordDeps = {
  /** The database of records, visits and the log. */
  database: Database;
  records: RecordRepository;
  files: EncryptedFiles;
  /** The validation query of the connection in use. @throws StationError `validation-not-set-up` */
  line(): Promise<Lease<ValidationClient>>;
  /** Name of the profile in use; null in practice. */
  profile(): string | null;
  clerk(): string;
  now(): Date;
};

type Note = (record: RecordRow) => void;

/** Where a pushed record goes. `from`: who sent it, a user of the client's own service. */
export type PushedPlace = {
  visitId: string;
  version: number;
  from: string;
  /** Called within the same transaction, after the record is stored. */
  kept(record: RecordRow): void;
};
type About = Omit<RecordRow, 'id' | 'files' | 'json' | 'size' | 'sha256' | 'receivedAt'>;

export type VisitRecords = {
  /** Asks, and keeps what came under the visit. `note` writes down that it came: with the record, or neither is kept. */
  fetch(visitId: string, request: FetchRequest, options: FetchOptions, note: Note): Promise<RecordRow>;
  /**
   * Stores a pushed record where `place` says, within the commit of others. Nothing is stored where `isKnown` is true, or `place`
   * returns null.
   */
  receive(pushed: PushedRecord, isKnown: () => boolean, place: () => PushedPlace | null): Promise<void>;
  /** The station ends: no record is asked for any more, and those that are under way fail with `cancelled`. */
  giveUp(): void;
};

const nothing: RecordWish = { images: false, documents: false, video: false };

export function createVisitRecords({ database, records, files, line, profile, clerk, now }: RecordDeps): VisitRecords {
  /**
   * Reads, then takes: within the transaction `take` may add the record. What was encrypted on the way goes again when it did not,
   * or could not.
   */
  async function keep<Taken>(
    read: (store: ReturnType<typeof openRecordFiles>) => Promise<RecordAnswer>,
    take: (answer: RecordAnswer, found: RecordRow['files'], add: (about: About) => RecordRow) => Taken,
  ): Promise<Taken> {
    const id = randomUUID();
    const store = openRecordFiles(files, id);
    let added = false;
    try {
      const answer = await read(store);
      const found = await store.finish(answer.texts);
      const { json, size, sha256 } = answer;
      const add = (about: About): RecordRow => {
        const record = { ...about, id, receivedAt: now().toISOString(), size, sha256, json, files: found };
        records.add(record);
        added = true;
        return record;
      };
      return database.transaction(() => take(answer, found, add));
    } catch (thrown) {
      added = false;
      throw thrown;
    } finally {
      // What cannot be removed now is swept away at the next start; it must not hide what is being told.
      if (!added) await store.discard().catch(() => undefined);
    }
  }

  const ending = new AbortController();

  return {
    async fetch(visitId, { parts, wish }, { signal, ...told }, note) {
      const options = { ...told, signal: AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]) };
      const held = await line();
      const [by, under] = [clerk(), profile()];
      try {
        let within: JsonPath = [];
        const read = async (store: IncomingStore): Promise<RecordAnswer> => {
          const answer = await held.value.fetch({ parts, wish }, store, options);
          const path = onlyRecord(JSON.parse(answer.json));
          if (path === null) {
            await discardAll(answer.texts);
            throw noRecord(answer.error);
          }
          within = path;
          return unwrapped(answer, path);
        };
        return await keep(read, (_answer, _found, add) => {
          const record = add({ visitId, source: 'fetched', by, profile: under, caller: null, parts: [...parts], wish, version: 1, within });
          note(record);
          return record;
        });
      } finally {
        held.release();
      }
    },
    async receive(pushed, isKnown, place) {
      // Asked again by `place`: what comes twice at once is stored once.
      if (isKnown()) return;
      const id = newRowId();
      const contents = await files.write('record', id, pushed.files);
      let added = false;
      try {
        added = await database.grouped(() => {
          const placed = place();
          if (placed === null) return false;
          contents.store();
          const record = pushedRow(id, now().toISOString(), pushed, placed);
          records.add(record);
          placed.kept(record);
          return true;
        });
      } finally {
        if (!added) await contents.discard();
      }
    },
    giveUp: () => ending.abort(),
  };
}

const pushedRow = (
  id: string,
  receivedAt: string,
  { json, files, size, sha256 }: PushedRecord,
  { visitId, version, from }: PushedPlace,
): RecordRow => ({
  ...{ id, visitId, receivedAt, source: 'pushed', by: '', profile: null, caller: from, parts: [], wish: nothing, version, within: [] },
  ...{ json, files: files.map(({ bytes: _, ...file }) => file), size, sha256 },
});

/** The answer reduced to the record; a long text outside the record keeps its path. */
function unwrapped(answer: RecordAnswer, path: JsonPath): RecordAnswer {
  const inRecord = (full: JsonPath): boolean => path.every((key, at) => full[at] === key);
  const texts = answer.texts.map((text) => (inRecord(text.path) ? { ...text, path: text.path.slice(path.length) } : text));
  return { ...answer, json: partOf(answer.json, path), texts };
}

/** A 200 answer without a transaction record, possibly with the provider's explanation. */
const noRecord = (said: string | null): StationError =>
  new StationError(
    'validation-failed',
    said === null ? { status: 200, context: 'no_record' } : { status: 200, providerText: said, context: 'said' },
  );
