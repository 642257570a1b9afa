/** The users of the hub, for `users` with `STATION_DATABASE_URL`. Replicas may be running. */
import { type HubUsers, openHubAccess } from '../../../hub/access.ts';
import { openHubDatabase } from '../../../hub/database.ts';
import { deriveHubKeys } from '../../../hub/hub-keys.ts';
import type { CommandIo } from './io.ts';
import { readHubPlace } from './open-hub.ts';

/** @throws WrongUse, StationError `hub-database-unusable`, `hub-key-wrong` */
export async function withHubUsers(io: CommandIo, work: (users: HubUsers) => Promise<number>): Promise<number> {
  const { databaseUrl, hubKey } = await readHubPlace(io);
  const keys = deriveHubKeys(hubKey);
  const database = await openHubDatabase({ url: databaseUrl, keys, maxConnections: 2 });
  try {
    // It issues no tokens.
    return await work(openHubAccess({ database, keys, now: () => new Date(), minutes: () => 0 }));
  } finally {
    await database.close();
  }
}
