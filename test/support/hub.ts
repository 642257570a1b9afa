/** An open database of the hub, empty and migrated, that is closed when the test is over. */
import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type HubDatabase, openHubDatabase } from '../../hub/database.ts';
import { deriveHubKeys, type HubKeys } from '../../hub/hub-keys.ts';
import { emptyDatabase } from './postgres.ts';

export type TestHub = { database: HubDatabase; keys: HubKeys; hubKey: Buffer; url: string };

export async function openTestHub(): Promise<TestHub> {
  const [url, hubKey] = [await emptyDatabase(), randomBytes(32)];
  const keys = deriveHubKeys(hubKey);
  const database = await openHubDatabase({ url, keys });
  onTestFinished(() => database.close());
  return { database, keys, hubKey, url };
}
