/** Which data folder a command opens and with which key, and the notices about its stored data. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Problem } from '../../../shared/errors.ts';
import type { StationFolderOptions } from '../../app/station-folder.ts';
import { environmentVaultKey } from '../../platform/keychain/environment-secrets.ts';
import { defaultDataDir } from '../../platform/storage/default-data-dir.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { secretsFromFiles } from './secrets.ts';
import { WrongUse } from './wrong-use.ts';

/** @param asked `--data-dir` */
export const dataDirOf = (asked: string | undefined, io: CommandIo): string =>
  asked === undefined ? defaultDataDir(process.platform, io.env, io.env.HOME || homedir()) : resolve(io.cwd, asked);

/** For a list: says that the folder of `--data-dir` is a new one, as a mistyped one is. Call it before the folder is opened. */
export async function noteNewFolder(asked: string | undefined, io: CommandIo): Promise<void> {
  const folder = dataDirOf(asked, io);
  if (asked !== undefined && !existsSync(join(folder, 'settings.sqlite'))) await io.err(`${io.words.say('data-dir-new', { folder })}\n`);
}

/** @param asked `--data-dir` @throws WrongUse for a malformed `STATION_VAULT_KEY`, or a file of it that cannot be read */
export async function folderOptions(asked: string | undefined, io: CommandIo): Promise<StationFolderOptions> {
  const [vaultKey, { keychain }] = [await vaultKeyOf(io), io];
  const keys = { ...(keychain && { keychain }), ...(vaultKey && { vaultKey }) };
  return { dataDir: dataDirOf(asked, io), holder: 'command-line', command: io.command, ...keys };
}

/** 32 bytes; null where the keychain has the key. @throws WrongUse like `folderOptions` */
export async function vaultKeyOf(io: CommandIo): Promise<Buffer | null> {
  const setAs = await secretsFromFiles(['STATION_VAULT_KEY'], io);
  const key = environmentVaultKey(io.env);
  if (key && 'malformed' in key) throw new WrongUse('vault-key-malformed', { variable: setAs('STATION_VAULT_KEY') });
  return key ? key.key : null;
}

/** A damaged, missing, older, restored or copied database is a fault until a person acknowledges it. Hidden data return when the keychain answers. */
const noticeCodes: Readonly<Partial<Record<string, number>>> = {
  'database-damaged': exitCodes.fault,
  'database-missing': exitCodes.fault,
  'database-older': exitCodes.fault,
  'files-missing': exitCodes.fault,
  'ledger-incomplete': exitCodes.fault,
  'queue-incomplete': exitCodes.fault,
  'data-restored': exitCodes.fault,
  'data-copied': exitCodes.fault,
  'data-hidden': exitCodes.someFailed,
};

/** Reports on stderr which stored data could not be read. @returns the exit code of a complete list (0), or why a list is not complete */
export async function reportNotices(notices: readonly Problem[], io: CommandIo): Promise<number> {
  for (const notice of notices) await io.err(`${io.words.problem(notice)}\n`);
  const codes = notices.map(({ code }) => noticeCodes[code] ?? exitCodes.allDone);
  return codes.includes(exitCodes.fault) ? exitCodes.fault : Math.max(exitCodes.allDone, ...codes);
}
