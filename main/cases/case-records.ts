/** Records of a visit: fetched from the provider, or pushed by it. */
import { randomUUID } from 'node:crypto';
import type { RecordReading, RecordWish } from '../../shared/domain/record.ts';
import type { Held } from '../connections.ts';
import type { KeptRecord } from '../identity/kept-record.ts';
import { readRecord } from '../identity/reading/read-record.ts';
import { contentDigest } from '../identity/receiving/content-digest.ts';
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

/** `digest`: of its content, see `contentDigest`. */
export type PushedContent = { reading: RecordReading; digest: string };
/** `from`: who sent it, a user of the client's own service. */
export type PushedPlace = { caseId: string; version: number; from: string };
type About = Omit<KeptRecord, 'id' | 'files' | 'json' | 'size' | 'sha256' | 'receivedAt'>;

export type CaseRecords = {
  /** Asks, and keeps what came under the visit. `note` writes down that it came: with the record, or neither is kept. */
  fetch(caseId: string, request: FetchRequest, options: FetchOptions, note: Note): Promise<KeptRecord>;
  /**
   * Keeps a pushed record where `place` says, once it is read; `place`, `note` and the record are kept together. Null: `place`
   * knew it already, and nothing is kept.
   */
  receive(body: AsyncIterable<Uint8Array>, place: (pushed: PushedContent) => PushedPlace | null, note: Note): Promise<KeptRecord | null>;
  /** The station ends: no record is asked for any more, and those that are under way fail with `cancelled`. */
  giveUp(): void;
};

const nothing: RecordWish = { images: false, documents: false, video: false };

export function createCaseRecords({ database, records, files, line, connection, clerk, now }: RecordParts): CaseRecords {
  /** What is sealed on the way goes again when the record cannot be kept. */
  async function keep<A extends About | null>(
    get: (store: ReturnType<typeof openRecordFiles>) => Promise<RecordAnswer>,
    about: (answer: RecordAnswer, found: KeptRecord['files']) => A,
    note: Note,
  ): Promise<KeptRecord | (A & null)> {
    const id = randomUUID();
    const store = openRecordFiles(files, id);
    try {
      const answer = await get(store);
      const found = await store.finish(answer.texts);
      const { json, size, sha256 } = answer;
      const kept = database.transaction(() => {
        const told: About | null = about(answer, found);
        if (told === null) return null;
        const record = { ...told, id, receivedAt: now().toISOString(), size, sha256, json, files: found };
        records.add(record);
        note(record);
        return record;
      });
      if (kept === null) await store.discard().catch(() => undefined);
      return kept as KeptRecord | (A & null);
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
          () => ({ caseId, source: 'fetched', by, connection: under, parts: [...parts], wish, version: 1 }),
          note,
        );
      } finally {
        held.release();
      }
    },
    receive: (body, place, note) =>
      keep(
        (store) => readPushed(body, store),
        ({ json }, found): About | null => {
          const reading = readRecord(json, found, { caseIdentification: '', receivedDay: localDay(now()) });
          const placed = place({ reading, digest: contentDigest(json, found) });
          if (placed === null) return null;
          const { caseId, version, from } = placed;
          return { caseId, source: 'pushed', by: '', connection: from, parts: [], wish: nothing, version };
        },
        note,
      ),
    giveUp: () => ending.abort(),
  };
}
