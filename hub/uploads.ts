/** Documents that stations publish: uploaded in pieces, checked by their digest, offered, withdrawn. */
import { createHash, randomUUID } from 'node:crypto';
import { comparableKey } from '../main/features/web-service/web-service.ts';
import {
  type HubPublication,
  type HubPublicationRequest,
  hubChunkBytes,
  publicationRequestSchema,
} from '../shared/domain/web-service/hub.ts';
import { lockStation } from './claims.ts';
import type { Contents } from './contents.ts';
import type { HubDatabase, Queryable } from './database.ts';
import type { HubKeys } from './hub-keys.ts';

export type Uploads = {
  /** @returns null when the station was revoked, or the id is another document's; `withdrawn` when it is another station's */
  begin(stationId: string, request: HubPublicationRequest): Promise<HubPublication | null>;
  find(stationId: string, id: string): Promise<HubPublication | null>;
  /** @returns null for an unknown document; `isExpected`: whether the piece was the next one, or is not needed */
  append(
    stationId: string,
    id: string,
    offset: number,
    piece: Buffer,
  ): Promise<{ publication: HubPublication; isExpected: boolean } | null>;
  withdraw(stationId: string, id: string): Promise<HubPublication | null>;
  /** @param upTo the number of its latest document that is withdrawn */
  withdrawAll(stationId: string, upTo: number): Promise<void>;
};

type Row = {
  id: string;
  state: HubPublication['state'];
  received: string;
  size: string;
  content_id: string | null;
  details: Buffer;
};
const toPublication = ({ id, state, received }: Row): HubPublication => ({ id, state, received: Number(received) });

/** The decrypted `details` of a row; see `publication` in `hub/schema.ts`. */
export const publicationDetailsSchema = publicationRequestSchema.pick({ name: true, sha256: true, keys: true });
type Details = Pick<HubPublicationRequest, 'name' | 'sha256' | 'keys'>;
export const publicationDetailsName = (id: string): string => `publication:${id}`;

export function createUploads({ database, keys, contents }: { database: HubDatabase; keys: HubKeys; contents: Contents }): Uploads {
  const detailsOf = ({ id, details }: Row): Details => keys.decryptJson(details, publicationDetailsName(id), publicationDetailsSchema);

  async function find(client: Queryable, stationId: string, id: string, lock: '' | 'FOR UPDATE' = ''): Promise<Row | null> {
    const { rows } = await client.query<Row>(
      `SELECT id, state, received, size, content_id, details FROM publication WHERE id = $1 AND station_id = $2 ${lock}`,
      [id, stationId],
    );
    return rows[0] ?? null;
  }

  /** Offers a document whose last piece is stored, or marks it as damaged. Repeatable, since a replica can end before this is done. */
  async function settle(stationId: string, row: Row): Promise<HubPublication> {
    if (row.state !== 'uploading' || row.received !== row.size || row.content_id === null) return toPublication(row);
    const hash = createHash('sha256');
    for await (const piece of contents.read(row.content_id)) hash.update(piece);
    const isRight = hash.digest('hex') === detailsOf(row).sha256;
    return database.transaction(async (client) => {
      const found = await find(client, stationId, row.id, 'FOR UPDATE');
      // Another call settled the document, or the station withdrew it.
      if (found?.state !== 'uploading' || found.content_id !== row.content_id || found.received !== row.received)
        return toPublication(found ?? row);
      const next = { ...found, state: isRight ? 'offered' : 'damaged', received: isRight ? found.received : '0' } as const;
      await client.query('UPDATE publication SET state = $2, received = $3 WHERE id = $1', [row.id, next.state, next.received]);
      return toPublication(next);
    });
  }

  /** Begins new contents for a first piece, and removes the contents of a damaged upload. */
  async function beginContents(client: Queryable, row: Row): Promise<string> {
    const id = randomUUID();
    await contents.begin(client, id, Number(row.size));
    await client.query("UPDATE publication SET content_id = $2, state = 'uploading' WHERE id = $1", [row.id, id]);
    if (row.content_id !== null) await contents.remove(client, [row.content_id]);
    return id;
  }

  return {
    async begin(stationId, { id, name, size, sha256, keys: publicationKeys, once }) {
      const details: Details = { name, sha256, keys: publicationKeys };
      const row = await database.transaction(async (client) => {
        if (!(await lockStation(client, stationId))) return null;
        const { rowCount } = await client.query(
          `INSERT INTO publication (id, station_id, state, once, size, details, created_at, changed_at)
            VALUES ($1, $2, 'uploading', $3, $4, $5, now(), now()) ON CONFLICT (id) DO NOTHING`,
          [id, stationId, once, size, keys.encryptJson(details, publicationDetailsName(id))],
        );
        if (rowCount === 1)
          for (const { kind, value } of publicationKeys)
            await client.query('INSERT INTO publication_key (publication_id, kind, value_hash) VALUES ($1, $2, $3)', [
              id,
              kind,
              keys.lookup(kind, comparableKey(kind, value)),
            ]);
        return (await find(client, stationId, id)) ?? 'foreign';
      });
      // The station has offered it in an enrolment that it has left, and takes another id.
      if (row === 'foreign') return { id, state: 'withdrawn', received: 0 };
      return row && detailsOf(row).sha256 === sha256 ? settle(stationId, row) : null;
    },

    async find(stationId, id) {
      const row = await find(database.pool, stationId, id);
      return row && settle(stationId, row);
    },

    async append(stationId, id, offset, piece) {
      const appended = await database.transaction(async (client) => {
        const row = await find(client, stationId, id, 'FOR UPDATE');
        if (row === null || (row.state !== 'uploading' && row.state !== 'damaged')) return row && { row, isExpected: true };
        const [received, size] = [Number(row.received), Number(row.size)];
        if (offset !== received || piece.length !== Math.min(hubChunkBytes, size - received) || piece.length === 0)
          return { row, isExpected: false };
        const contentId = offset === 0 ? await beginContents(client, row) : row.content_id;
        if (contentId === null) return { row, isExpected: false };
        await contents.append(client, { id: contentId, size }, offset / hubChunkBytes, piece);
        const next: Row = { ...row, state: 'uploading', content_id: contentId, received: String(received + piece.length) };
        await client.query('UPDATE publication SET received = $2, changed_at = now() WHERE id = $1', [id, next.received]);
        return { row: next, isExpected: true };
      });
      return appended && { publication: await settle(stationId, appended.row), isExpected: appended.isExpected };
    },

    withdrawAll: (stationId, upTo) => withdrawAllOf(database.pool, stationId, upTo),

    async withdraw(stationId, id) {
      return database.transaction(async (client) => {
        // While the row is locked, an answer with this document is either recorded already or finds the document withdrawn.
        const row = await find(client, stationId, id, 'FOR UPDATE');
        if (row === null || row.state === 'withdrawn' || row.state === 'fetched') return row && toPublication(row);
        await client.query("UPDATE publication SET state = 'withdrawn', changed_at = now() WHERE id = $1", [id]);
        return toPublication({ ...row, state: 'withdrawn' });
      });
    },
  };
}

/** Withdraws the documents of a station that were not fetched, all of them or up to a number. */
export async function withdrawAllOf(client: Queryable, stationId: string, upTo = Number.MAX_SAFE_INTEGER): Promise<void> {
  await client.query(
    `UPDATE publication SET state = 'withdrawn', changed_at = now()
      WHERE id IN (
        SELECT id FROM publication WHERE station_id = $1 AND number <= $2 AND state IN ('uploading', 'damaged', 'offered')
          ORDER BY id FOR UPDATE
      )`,
    [stationId, upTo],
  );
}
