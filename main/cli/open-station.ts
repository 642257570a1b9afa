/** Opens the station for one command: on the data folder asked for, sending nothing by itself. */
import { resolve } from 'node:path';
import type { Problem } from '../../shared/errors.ts';
import type { ProviderChoice } from '../accounts.ts';
import { createStation, type Station } from '../station.ts';
import { environmentVaultKey } from '../vault/environment-secrets.ts';
import type { Words } from '../words.ts';
import { defaultDataDir } from './data-dir.ts';
import type { CommandIo } from './io.ts';
import { secretsFromFiles } from './secret-files.ts';
import { WrongUse } from './wrong-use.ts';

const incomplete: ReadonlySet<string> = new Set(['data-hidden', 'database-damaged', 'database-missing']);

export type Opened = {
  station: Station;
  /** Data exist that this run does not show: a list is not complete. */
  isIncomplete: boolean;
};

/**
 * Tells on stderr what of the stored state could not be read.
 * @throws WrongUse for a malformed `STATION_VAULT_KEY`, or a file of it that cannot be read; StationError `data-folder-in-use`, `data-folder-unusable`, `data-key-missing`, `disk-full`
 */
export async function openStation(
  options: { dataDir: string | undefined; provider: ProviderChoice; outputFolder?: string },
  io: CommandIo,
  words: Words,
): Promise<Opened> {
  const { provider, outputFolder } = options;
  const { systemProxy } = io;
  await secretsFromFiles(['STATION_VAULT_KEY'], io);
  const given = environmentVaultKey(io.env);
  if (given && 'malformed' in given) throw new WrongUse('vault-key-malformed');
  const station = await createStation({
    dataDir: options.dataDir === undefined ? defaultDataDir(process.platform, io.env) : resolve(io.cwd, options.dataDir),
    provider,
    holder: 'command-line',
    sending: 'manual',
    ...(given && { vaultKey: given.key }),
    ...(outputFolder !== undefined && { outputFolder }),
    ...(systemProxy && { systemProxy }),
  });
  const notices: readonly Problem[] = station.notices();
  for (const notice of notices) await io.err(`${words.problem(notice)}\n`);
  return { station, isIncomplete: notices.some(({ code }) => incomplete.has(code)) };
}
