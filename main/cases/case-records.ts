/** Records of a visit: fetched from the provider, or pushed by it. */
import { randomUUID } from 'node:crypto';
import type { RecordReading, RecordWish } from '../../shared/domain/record.ts';
import type { Held } from '../connections.ts';
import type { KeptRecord } from '../identity/kept-record.ts';
import { readRecord } from '../identity/reading/read-record.ts';
import { readPushed } from '../identity/receiving/read-pushed.ts';
import { openRecordFiles } from '../identity/receiving/record-files.ts';
import type { RecordStore } from '../identity/record-store.ts';
import { localDay } from '../paper/times.ts';
import type { RecordAnswer, ValidationClient } from '../provider/validation-client.ts';
import type { Database } from '../store/database.ts';
import type { SealedFiles } from '../store/sealed-files.ts';
import type { FetchOptions, FetchRequest } from './case-service.ts';

export type RecordParts = {
  /** Where records, visits and the log are. */
  database: Database;
  records: RecordStore;
  files: SealedFiles;
  /** The validation query of the connection in use. @throws StationError `validation-not-set-up` */
  line(): Promise<Held<ValidationClient>>;
  /** Name of the profile in use; null in practice. */
  connection(): string | null;
  clerk(): string;
  now(): Date;
};

type Note = (kept: KeptRecord) => void;

export type CaseRecords = {
  /** Asks, and keeps what came under the visit. `note` writes down that it came: with the record, or neither is kept. */
  fetch(caseId: string, request: FetchRequest, options: FetchOptions, note: Note): Promise<KeptRecord>;
  /** Keeps a pushed record under the visit that `home` names, once it is read; `home`, `note` and the record are kept together. */
  receive(body: AsyncIterable<Uint8Array>, home: (reading: RecordReading) => string, note: Note): Promise<KeptRecord>;
  /** The station ends: no record is asked for any more, and those that are under way fail with `cancelled`. */
  giveUp(): void;
};

const nothing: RecordWish = { images: false, documents: false, video: false };

export function createCaseRecords({ database, records, files, line, connection, clerk, now }: RecordParts): CaseRecords {
  /** What is sealed on the way goes again when the record cannot be kept. */
  async function keep(
    get: (store: ReturnType<typeof openRecordFiles>) => Promise<RecordAnswer>,
    about: (
      answer: RecordAnswer,
      found: KeptRecord['files'],
    ) => Omit<KeptRecord, 'id' | 'files' | 'json' | 'size' | 'sha256' | 'receivedAt'>,
    note: Note,
  ): Promise<KeptRecord> {
    const id = randomUUID();
    const store = openRecordFiles(files, id);
    try {
      const answer = await get(store);
      const found = await store.finish(answer.texts);
      const { json, size, sha256 } = answer;
      return database.transaction(() => {
        const kept = { ...about(answer, found), id, receivedAt: now().toISOString(), size, sha256, json, files: found };
        records.add(kept);
        note(kept);
        return kept;
      });
    } catch (thrown) {
      // What cannot be removed now is swept away at the next start; it must not hide what is being told.
      await store.discard().catch(() => undefined);
      throw thrown;
    }
  }

  const ending = new AbortController();

  return {
    async fetch(caseId, { parts, wish }, { signal, ...told }, note) {
      const options = { ...told, signal: AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]) };
      const held = await line();
      const [by, under] = [clerk(), connection()];
      try {
        return await keep(
          (store) => held.value.fetch({ parts, wish }, store, options),
          () => ({ caseId, source: 'fetched', by, connection: under, parts: [...parts], wish }),
          note,
        );
      } finally {
        held.release();
      }
    },
    receive: (body, home, note) =>
      keep(
        (store) => readPushed(body, store),
        ({ json }, found) => ({
          caseId: home(readRecord(json, found, { caseIdentification: '', receivedDay: localDay(now()) })),
          source: 'pushed',
          by: '',
          connection: connection(),
          parts: [],
          wish: nothing,
        }),
        note,
      ),
    giveUp: () => ending.abort(),
  };
}
