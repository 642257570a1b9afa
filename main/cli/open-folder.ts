/** What a command needs to open a data folder, and what it reports of it. */
import { resolve } from 'node:path';
import type { Problem } from '../../shared/errors.ts';
import type { StationFolderOptions } from '../app/station-folder.ts';
import type { Words } from '../platform/i18n/words.ts';
import { environmentVaultKey } from '../platform/keychain/environment-secrets.ts';
import { defaultDataDir } from './data-dir.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { secretsFromFiles } from './secret-files.ts';
import { WrongUse } from './wrong-use.ts';

/** A damaged, missing, older or restored database is a fault until a person has read of it; hidden data are there again once the keychain answers. */
const listCodes: Readonly<Partial<Record<string, number>>> = {
  'database-damaged': exitCodes.fault,
  'database-missing': exitCodes.fault,
  'database-older': exitCodes.fault,
  'queue-incomplete': exitCodes.fault,
  'data-restored': exitCodes.fault,
  'data-hidden': exitCodes.someFailed,
};

/** Says on stderr what of the stored state could not be read. @returns the exit code of a list that was printed: 0, or why it is not complete */
export async function reportNotices(notices: readonly Problem[], io: CommandIo, words: Words): Promise<number> {
  for (const notice of notices) await io.err(`${words.problem(notice)}\n`);
  const codes = notices.map(({ code }) => listCodes[code] ?? exitCodes.allDone);
  return codes.includes(exitCodes.fault) ? exitCodes.fault : Math.max(exitCodes.allDone, ...codes);
}

/** @param asked `--data-dir` @throws WrongUse for a malformed `STATION_VAULT_KEY`, or a file of it that cannot be read */
export async function folderOptions(asked: string | undefined, io: CommandIo): Promise<StationFolderOptions> {
  const vaultKey = await vaultKeyOf(io);
  return { dataDir: dataDirOf(asked, io), holder: 'command-line', ...(vaultKey && { vaultKey }) };
}

/** @param asked `--data-dir` */
export const dataDirOf = (asked: string | undefined, io: CommandIo): string =>
  asked === undefined ? defaultDataDir(process.platform, io.env) : resolve(io.cwd, asked);

/** 32 bytes; null where the keychain has the key. @throws WrongUse like `folderOptions` */
export async function vaultKeyOf(io: CommandIo): Promise<Buffer | null> {
  await secretsFromFiles(['STATION_VAULT_KEY'], io);
  const given = environmentVaultKey(io.env);
  if (given && 'malformed' in given) throw new WrongUse('vault-key-malformed');
  return given ? given.key : null;
}
