/** Opens the station for one command: on the data folder asked for, sending nothing by itself. */
import { resolve } from 'node:path';
import type { Problem } from '../../shared/errors.ts';
import type { ProviderChoice } from '../accounts.ts';
import type { Station } from '../app/station.ts';
import { createStation } from '../station.ts';
import { environmentVaultKey } from '../vault/environment-secrets.ts';
import type { Words } from '../words.ts';
import { defaultDataDir } from './data-dir.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { secretsFromFiles } from './secret-files.ts';
import { WrongUse } from './wrong-use.ts';

export type Opened = {
  station: Station;
  /** Exit code of a list that was printed: 0, or why it is not complete. */
  listCode: number;
};

/** A damaged, missing, older or restored database is a fault until a person has read of it; hidden data are there again once the keychain answers. */
const listCodes: Readonly<Partial<Record<string, number>>> = {
  'database-damaged': exitCodes.fault,
  'database-missing': exitCodes.fault,
  'database-older': exitCodes.fault,
  'queue-incomplete': exitCodes.fault,
  'data-restored': exitCodes.fault,
  'data-hidden': exitCodes.someFailed,
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
  const vaultKey = await vaultKeyOf(io);
  const station = await createStation({
    dataDir: dataDirOf(options.dataDir, io),
    provider,
    holder: 'command-line',
    sending: 'manual',
    ...(vaultKey && { vaultKey }),
    ...(outputFolder !== undefined && { outputFolder }),
    ...(systemProxy && { systemProxy }),
  });
  const notices: readonly Problem[] = station.notices();
  for (const notice of notices) await io.err(`${words.problem(notice)}\n`);
  const codes = notices.map(({ code }) => listCodes[code] ?? exitCodes.allDone);
  return { station, listCode: codes.includes(exitCodes.fault) ? exitCodes.fault : Math.max(exitCodes.allDone, ...codes) };
}

/** @param asked `--data-dir` */
export const dataDirOf = (asked: string | undefined, io: CommandIo): string =>
  asked === undefined ? defaultDataDir(process.platform, io.env) : resolve(io.cwd, asked);

/** 32 bytes; null where the keychain has the key. @throws WrongUse like `openStation` */
export async function vaultKeyOf(io: CommandIo): Promise<Buffer | null> {
  await secretsFromFiles(['STATION_VAULT_KEY'], io);
  const given = environmentVaultKey(io.env);
  if (given && 'malformed' in given) throw new WrongUse('vault-key-malformed');
  return given ? given.key : null;
}
