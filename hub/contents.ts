/**
 * Contents in the database: pieces of 1 MiB, each a row and an encrypted stream of its own, whose key is derived from the content's data
 * key, a random salt and the number of the piece. The data key is wrapped by the hub's key. A piece opens at its place only; which one is
 * the last follows from the size.
 */
import { createHmac, createSecretKey } from 'node:crypto';
import { freeMemory } from '../main/platform/files/free-memory.ts';
import { oneChunk } from '../main/platform/files/write-whole.ts';
import { cutParts, DamagedFile, encryptWhole, openEncryptedStream } from '../main/platform/keychain/encrypted-stream.ts';
import { hubChunkBytes } from '../shared/domain/web-service/hub.ts';
import { StationError } from '../shared/errors.ts';
import { byteaArray } from './bytea-array.ts';
import type { HubDatabase, Queryable } from './database.ts';
import type { HubKeys } from './hub-keys.ts';
import { takeRandomBytes } from './random-bytes.ts';

/** `content` in parts. */
export type WholeContent = { id: string; content: readonly Uint8Array[] };

export type Contents = {
  /** Inserts whole contents as part of the transaction, in one statement. */
  insert(client: Queryable, contents: readonly WholeContent[]): Promise<void>;
  /** Begins content of a size, whose pieces follow. A content that is uploaded again begins again, under another id. */
  begin(client: Queryable, id: string, size: number): Promise<void>;
  /** @param number of the piece, from 0; each but the last has `hubChunkBytes` */
  append(client: Queryable, content: { id: string; size: number }, number: number, piece: Buffer): Promise<void>;
  /** Reads a piece at a time. @throws StationError `contents-not-taken` for removed content; DamagedFile, also while reading */
  read(id: string): AsyncGenerator<Buffer>;
  /** Part of the transaction: overwrites the wrapped keys, then deletes. `scrub` follows after the commit. No row may refer to them. */
  remove(client: Queryable, ids: readonly string[]): Promise<void>;
  /** Vacuums the table with the keys, so that removed ones leave its file. */
  scrub(): Promise<void>;
};

const saltBytes = 16;
const dataKeyBytes = 32;
const boundTo = (id: string): string => `content:${id}`;
export const sizeOf = (content: readonly Uint8Array[]): number => content.reduce((size, { length }) => size + length, 0);
const pieceCount = (size: number): number => Math.max(1, Math.ceil(size / hubChunkBytes));

export function openContents({ pool }: Pick<HubDatabase, 'pool'>, keys: HubKeys): Contents {
  async function dataKeyOf(client: Queryable, id: string): Promise<{ dataKey: Buffer; size: number }> {
    const { rows } = await client.query<{ wrapped: Buffer; size: string }>('SELECT wrapped, size FROM content WHERE id = $1', [id]);
    const [row] = rows;
    if (!row) throw new StationError('contents-not-taken');
    return { dataKey: keys.decrypt(row.wrapped, boundTo(id)), size: Number(row.size) };
  }

  return {
    async insert(client, all) {
      const keyed = all.map(({ id, content }) => ({ id, content, dataKey: takeRandomBytes(dataKeyBytes) }));
      const pieces = keyed.flatMap(encryptAll);
      const bytes = byteaArray(pieces.map((piece) => piece.bytes));
      for (const piece of pieces) piece.bytes.forEach(freeMemory);
      await client.query({
        name: 'insert-contents',
        // The pieces are unnested in the list of columns: in FROM, PostgreSQL would put all of them aside first.
        text: `WITH one AS (
            INSERT INTO content (id, size, created_at, wrapped)
              SELECT id, size, now(), wrapped FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) AS one (id, size, wrapped)
          )
        INSERT INTO content_chunk (content_id, number, bytes) SELECT unnest($4::uuid[]), unnest($5::int[]), unnest($6::bytea[])`,
        values: [
          keyed.map(({ id }) => id),
          keyed.map(({ content }) => sizeOf(content)),
          byteaArray(keyed.map(({ id, dataKey }) => keys.encrypt(dataKey, boundTo(id)))),
          ...[pieces.map(({ id }) => id), pieces.map(({ number }) => number), bytes],
        ],
      });
      freeMemory(bytes);
    },
    async begin(client, id, size) {
      const wrapped = keys.encrypt(takeRandomBytes(dataKeyBytes), boundTo(id));
      await client.query('INSERT INTO content (id, size, created_at, wrapped) VALUES ($1, $2, now(), $3)', [id, size, wrapped]);
    },
    async append(client, { id, size }, number, piece) {
      const { dataKey } = await dataKeyOf(client, id);
      const bytes = Buffer.concat(encryptPiece(dataKey, { id, number, count: pieceCount(size) }, [piece]));
      await client.query('INSERT INTO content_chunk (content_id, number, bytes) VALUES ($1, $2, $3)', [id, number, bytes]);
    },
    async *read(id) {
      const { dataKey, size } = await dataKeyOf(pool, id);
      const count = pieceCount(size);
      for (let number = 0; number < count; number += 1) {
        const { rows } = await pool.query<{ bytes: Buffer }>('SELECT bytes FROM content_chunk WHERE content_id = $1 AND number = $2', [
          id,
          number,
        ]);
        const [row] = rows;
        if (!row) throw new StationError('contents-not-taken');
        yield* decryptPiece(dataKey, { id, number, count }, row.bytes);
      }
    },
    async remove(client, ids) {
      if (ids.length === 0) return;
      await client.query("UPDATE content SET wrapped = ''::bytea WHERE id = ANY($1)", [ids]);
      await client.query('DELETE FROM content WHERE id = ANY($1)', [ids]);
    },
    async scrub() {
      await pool.query('VACUUM content');
    },
  };
}

function encryptAll({ id, content, dataKey }: WholeContent & { dataKey: Buffer }): { id: string; number: number; bytes: Buffer[] }[] {
  const pieces = cutParts(content, hubChunkBytes);
  return pieces.map((piece, number) => ({ id, number, bytes: encryptPiece(dataKey, { id, number, count: pieces.length }, piece) }));
}

type Place = { id: string; number: number; count: number };
const nameOf = ({ id, number, count }: Place): string => `content_chunk:${id} ${number}/${count}`;
const pieceKey = (dataKey: Buffer, salt: Uint8Array, place: Place): Buffer =>
  createHmac('sha256', createSecretKey(dataKey)).update(salt).update(nameOf(place)).digest();

/** @returns the salt and the stream, in parts */
function encryptPiece(dataKey: Buffer, place: Place, piece: readonly Uint8Array[]): Buffer[] {
  const salt = takeRandomBytes(saltBytes);
  return [salt, ...encryptWhole(pieceKey(dataKey, salt, place), nameOf(place), piece)];
}

const decryptPiece = (dataKey: Buffer, place: Place, bytes: Buffer): AsyncGenerator<Buffer> => {
  const salt = bytes.subarray(0, saltBytes);
  return openEncryptedStream(oneChunk(bytes.subarray(saltBytes)), pieceKey(dataKey, salt, place), nameOf(place));
};

/** Whether contents are damaged or were removed. @param thrown while they were read */
export const isOfContents = (thrown: unknown): boolean =>
  thrown instanceof DamagedFile ||
  (thrown instanceof StationError && ['contents-not-taken', 'stored-data-damaged'].includes(thrown.problem.code));
