/** An open database of the hub, empty and migrated, that is closed when the test is over. */
import { randomBytes } from 'node:crypto';
import { type HubDatabase, openHubDatabase } from '../../../hub/database.ts';
import { deriveHubKeys, type HubKeys } from '../../../hub/hub-keys.ts';
import { closing } from '../closing.ts';
import { workerDatabase, workerPostgres } from './postgres.ts';

export type TestHub = { database: HubDatabase; keys: HubKeys; hubKey: Buffer; url: string };

let migrated: Promise<string> | null = null;

/** A database with the hub's tables and no key, to be copied: the tables cost more than a small test. */
async function makeMigrated(): Promise<string> {
  const url = await (await workerPostgres()).create();
  const database = await openHubDatabase({ url, keys: deriveHubKeys(randomBytes(32)) });
  await database.pool.query('DELETE FROM hub_meta');
  await database.close();
  return url;
}

export async function openTestHub(): Promise<TestHub> {
  migrated ??= makeMigrated();
  const [url, hubKey] = [await workerDatabase(await migrated), randomBytes(32)];
  const keys = deriveHubKeys(hubKey);
  const database = closing(await openHubDatabase({ url, keys }));
  return { database, keys, hubKey, url };
}
