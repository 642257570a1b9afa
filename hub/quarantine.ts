/** Bodies that the hub could not read, for an administrator: each is authentic, and stored as it was received. */
import { type Quarantined, sizeIsLowerBound } from '../main/features/web-service/web-service.ts';
import { problemOf, StationError } from '../shared/errors.ts';
import { addAudit } from './audit.ts';
import { openContents } from './contents.ts';
import type { HubDatabase } from './database.ts';
import type { HubKeys } from './hub-keys.ts';
import { type PushDetails, pushDetailsName, pushDetailsSchema } from './intake.ts';
import { unpackBody } from './packed-body.ts';

export type HubQuarantine = {
  /** Newest first. One that cannot be decrypted has that as its problem. */
  list(): Promise<Quarantined[]>;
  /** @throws StationError `contents-not-taken` for a body over the limit, and for a removed one */
  read(id: string): AsyncGenerator<Buffer>;
  /** Removes a body, and overwrites its key. */
  remove(id: string): Promise<void>;
};

type Row = { id: string; received_at: Date; user_name: string; size: string; details: Buffer; content_id: string | null };

export function openHubQuarantine({ database, keys }: { database: HubDatabase; keys: HubKeys }): HubQuarantine {
  const contents = openContents(database, keys);
  const detailsOf = ({ id, details }: Pick<Row, 'id' | 'details'>): PushDetails => {
    try {
      return keys.decryptJson(details, pushDetailsName(id), pushDetailsSchema);
    } catch (thrown) {
      return { sha256: '', problem: problemOf(thrown) };
    }
  };
  return {
    async list() {
      const { rows } = await database.pool.query<Row>(
        `SELECT id, received_at, user_name, size, details, content_id FROM push WHERE kind = 'quarantined' ORDER BY received_at DESC, id`,
      );
      return rows.map((row) => {
        const { sha256, problem = null } = detailsOf(row);
        return {
          id: row.id,
          receivedAt: row.received_at.toISOString(),
          user: row.user_name,
          size: Number(row.size),
          sha256,
          problem,
          sizeIsLowerBound: sizeIsLowerBound(problem),
          hasContents: row.content_id !== null,
        };
      });
    },
    async *read(id) {
      const { rows } = await database.pool.query<Pick<Row, 'id' | 'details' | 'content_id'>>(
        `SELECT id, details, content_id FROM push WHERE id = $1 AND kind = 'quarantined'`,
        [id],
      );
      const [row] = rows;
      if (!row?.content_id) throw new StationError('contents-not-taken');
      await addAudit(database.pool, 'quarantined-read', id);
      const read = contents.read(row.content_id);
      yield* detailsOf(row).packed ? unpackBody(read) : read;
    },
    async remove(id) {
      await database.transaction(async (client) => {
        const { rows } = await client.query<Pick<Row, 'content_id'>>(
          `DELETE FROM push WHERE id = $1 AND kind = 'quarantined' RETURNING content_id`,
          [id],
        );
        if (rows.length === 0) return;
        await contents.remove(
          client,
          rows.flatMap(({ content_id }) => content_id ?? []),
        );
        await addAudit(client, 'quarantined-removed', id);
      });
      await contents.scrub();
    },
  };
}
