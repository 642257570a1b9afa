/** `backup` and `restore`: a data folder as one file, and back. Neither needs a profile; `restore` needs the key of the data. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { completeRestore, restoreBackup, writeBackup } from '../app/backup.ts';
import { lockDataFolder } from '../store/data-folder-lock.ts';
import { systemKeychain } from '../vault/system-keychain.ts';
import type { Words } from '../words.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { dataDirOf, vaultKeyOf } from './open-station.ts';
import { intoOutFile } from './out-file.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

type BackupOptions = { file: string; json: boolean; dataDir: string };

export async function backup(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const { file, json, dataDir } = readOptions(argv, io);
  if (!existsSync(join(dataDir, 'settings.sqlite'))) throw new WrongUse('backup-nothing');
  const lock = lockDataFolder(dataDir, 'command-line');
  try {
    await completeRestore(dataDir);
    const { name, size, files } = await intoOutFile(() => writeBackup(dataDir, file, new Date()));
    await io.out(json ? `${JSON.stringify({ name, size, files }, null, 2)}\n` : `${words.say('backup.written', { name, count: files })}\n`);
    return exitCodes.allDone;
  } finally {
    lock.release();
  }
}

export async function restore(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const { file, json, dataDir } = readOptions(argv, io);
  const given = await vaultKeyOf(io);
  const lock = lockDataFolder(dataDir, 'command-line');
  try {
    await completeRestore(dataDir);
    const before = await restoreBackup({ dataDir, path: file, keychain: systemKeychain(), now: new Date(), ...(given && { given }) });
    const told = [words.say('backup.restored'), ...(before === null ? [] : [words.say('backup.before', { name: before })])];
    await io.out(json ? `${JSON.stringify({ name: basename(file), before }, null, 2)}\n` : `${told.join('\n')}\n`);
    return exitCodes.allDone;
  } finally {
    lock.release();
  }
}

/** @throws WrongUse */
function readOptions(argv: readonly string[], io: CommandIo): BackupOptions {
  const { values, rest } = readArguments(argv, commonOptions);
  checkLanguage(values.lang);
  const [file, ...more] = rest;
  if (file === undefined || more.length > 0) throw new WrongUse('backup-one-file');
  return { file: resolve(io.cwd, file), json: values.json ?? false, dataDir: dataDirOf(values['data-dir'], io) };
}
