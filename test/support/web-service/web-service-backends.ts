/** The two implementations behind endpoints A and B, a station on SQLite and the hub on PostgreSQL, for tests that hold for both. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HubUsers } from '../../../hub/access.ts';
import { openContents } from '../../../hub/contents.ts';
import { type Hub, startHub } from '../../../hub/start-hub.ts';
import { createUploads } from '../../../hub/uploads.ts';
import { hubChunkBytes } from '../../../shared/domain/web-service/hub.ts';
import { user } from '../cli/serving.ts';
import { closing } from '../closing.ts';
import { type PublicationKey, type ServiceSettings, serviceSettingsSchema } from '../doors/domain.ts';
import { openTestHub, type TestHub } from '../hub/hub.ts';
import { addStation } from '../hub/hub-rows.ts';
import { sha256 } from '../sha256.ts';
import type { TestStation } from '../station.ts';
import { tempDir } from '../temp-dir.ts';
import { buildServing } from './web-service-actions.ts';

/** An item of the inbox, the oldest first. */
export type StoredItem = { kind: string; version: number; repeats: number; size: number; user: string };

export type Backend = {
  /** Base address of the next replica. */
  url(): string;
  users: HubUsers | TestStation['service']['users'];
  stored(): Promise<StoredItem[]>;
  /** @returns its id */
  publish(bytes: Buffer, keys: PublicationKey[], once?: boolean): Promise<string>;
  withdraw(id: string): Promise<unknown>;
};

async function stationBackend(): Promise<Backend> {
  const station = await buildServing();
  const folder = await tempDir();
  return {
    url: () => station.url,
    users: station.service.users,
    stored: async () =>
      station.inbox
        .page({ text: '', show: 'all' }, 0, 100)
        .items.toReversed()
        .map(({ kind, version, repeats, size, user: sender }) => ({ kind, version, repeats, size, user: sender })),
    async publish(bytes, keys, once = false) {
      const path = join(folder, `${randomUUID()}.pdf`);
      await writeFile(path, bytes);
      const staged = await station.publishing.stage([path]);
      const [one] = await station.publishing.publish({ staged: staged.map(({ id }) => id), keys, once, visitId: null });
      return one?.id ?? '';
    },
    withdraw: async (id) => station.publishing.withdraw(id),
  };
}

/** A replica of the hub, in this process. */
export async function startTestReplica(
  { url, hubKey }: Pick<TestHub, 'url' | 'hubKey'>,
  settings: Partial<ServiceSettings> = {},
): Promise<Hub> {
  return closing(
    await startHub({
      ...{ databaseUrl: url, hubKey, passphrase: null, version: '0', name: 'Oficina central' },
      settings: serviceSettingsSchema.parse({ port: 0, ...settings }),
      days: { content: 7, metadata: 90, unclaimed: 365 },
      provide: (users) => users.provide(user.username, user.password),
      emit: () => undefined,
      noteCertificate: () => undefined,
      report: () => undefined,
    }),
  );
}

/** Two replicas, which are called in turn. */
async function hubBackend(): Promise<Backend> {
  const opened = await openTestHub();
  const replicas = [await startTestReplica(opened), await startTestReplica(opened)];
  const { stationId } = await addStation(opened);
  const uploads = createUploads({ ...opened, contents: openContents(opened.database, opened.keys) });
  let calls = 0;
  const next = (): Hub => replicas[calls++ % 2] as Hub;
  return {
    url: () => next().urls[0] ?? '',
    users: next().users,
    async stored() {
      const { rows } = await opened.database.pool.query<StoredItem>(
        'SELECT kind, version, repeats, size::int AS size, user_name AS user FROM push ORDER BY received_at',
      );
      return rows;
    },
    async publish(bytes, keys, once = false) {
      const id = randomUUID();
      await uploads.begin(stationId, { id, name: 'contract.pdf', size: bytes.length, sha256: sha256(bytes), keys, once });
      for (let at = 0; at < bytes.length; at += hubChunkBytes)
        await uploads.append(stationId, id, at, bytes.subarray(at, at + hubChunkBytes));
      return id;
    },
    withdraw: (id) => uploads.withdraw(stationId, id),
  };
}

export const backends: [string, () => Promise<Backend>][] = [
  ['a station', stationBackend],
  ['the hub', hubBackend],
];
