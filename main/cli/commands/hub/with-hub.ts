/** Opens the hub's database for one command, and prints its result. */
import { type HubDatabase, openHubDatabase } from '../../../../hub/database.ts';
import { deriveHubKeys, type HubKeys } from '../../../../hub/hub-keys.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { type CommandIo, type Printed, print } from '../../support/io.ts';
import { readHubPlace } from '../../support/open-hub.ts';

export type OpenedHub = { database: HubDatabase; keys: HubKeys };

/** @throws WrongUse, StationError why it cannot be opened */
export async function withHub(asJson: boolean | undefined, io: CommandIo, run: (hub: OpenedHub) => Promise<Printed>): Promise<number> {
  const { databaseUrl, hubKey } = await readHubPlace(io);
  const keys = deriveHubKeys(hubKey);
  const database = await openHubDatabase({ url: databaseUrl, keys, maxConnections: 2 });
  try {
    await print(await run({ database, keys }), asJson, io);
  } finally {
    await database.close();
  }
  return exitCodes.allDone;
}
