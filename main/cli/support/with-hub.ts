/** Opens the hub's database for one command, and prints its result. Replicas may be running. */
import { type HubDatabase, openHubDatabase } from '../../../hub/database.ts';
import { deriveHubKeys, type HubKeys } from '../../../hub/hub-keys.ts';
import type { CommonValues } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { type CommandIo, type Printed, print } from './io.ts';
import { readHubPlace } from './open-hub.ts';
import { WrongUse } from './wrong-use.ts';

export type OpenedHub = { database: HubDatabase; keys: HubKeys };

/** @throws WrongUse; StationError `hub-database-unusable`, `hub-key-wrong` */
export async function withHub(
  { json, 'data-dir': dataDir }: Pick<CommonValues, 'json' | 'data-dir'>,
  io: CommandIo,
  run: (hub: OpenedHub) => Promise<Printed>,
): Promise<number> {
  if (dataDir !== undefined) throw new WrongUse('hub-no-data-dir');
  const { databaseUrl, hubKey } = await readHubPlace(io);
  const keys = deriveHubKeys(hubKey);
  const database = await openHubDatabase({ url: databaseUrl, keys, maxConnections: 2 });
  try {
    await print(await run({ database, keys }), json, io);
  } finally {
    await database.close();
  }
  return exitCodes.allDone;
}
