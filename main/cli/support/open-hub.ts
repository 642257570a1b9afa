/** Where the hub's database is, for commands with `STATION_DATABASE_URL`. */
import { parseHubKey } from '../../../hub/hub-keys.ts';
import type { CommandIo } from './io.ts';
import { secretsFromFiles } from './secrets.ts';
import { WrongUse } from './wrong-use.ts';

export type HubPlace = { databaseUrl: string; hubKey: Buffer };

/** Reads address and key, and deletes them from the environment. @throws WrongUse */
export async function readHubPlace(io: Pick<CommandIo, 'env' | 'cwd'>): Promise<HubPlace> {
  const setAs = await secretsFromFiles(['STATION_DATABASE_URL', 'STATION_HUB_KEY'], io);
  const { STATION_DATABASE_URL: url, STATION_HUB_KEY: key } = io.env;
  delete io.env.STATION_DATABASE_URL;
  delete io.env.STATION_HUB_KEY;
  const databaseUrl = url?.trim() ?? '';
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl))
    throw new WrongUse('hub-database-url', { variable: setAs('STATION_DATABASE_URL') });
  const hubKey = parseHubKey(key ?? '');
  if (!hubKey) throw new WrongUse('hub-key', { variable: setAs('STATION_HUB_KEY') });
  return { databaseUrl, hubKey };
}
