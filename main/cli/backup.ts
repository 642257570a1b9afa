/** `backup` and `restore`: a data folder as one file, and back. Neither needs a profile; `restore` needs the key of the data. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { completeRestore } from '../app/backup/complete-restore.ts';
import type { Following } from '../app/backup/format.ts';
import { restoreBackup } from '../app/backup/restore-backup.ts';
import { writeBackup } from '../app/backup/write-backup.ts';
import type { Words } from '../platform/i18n/words.ts';
import { systemKeychain } from '../platform/keychain/system-keychain.ts';
import { lockDataFolder } from '../platform/storage/data-folder-lock.ts';
import { lacksDatabase } from '../platform/storage/encrypted-store.ts';
import { inDataFolder } from '../platform/storage/in-data-folder.ts';
import { completeStationSalvage } from '../platform/storage/open-database.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import { untilInterrupted } from './interruption.ts';
import type { CommandIo } from './io.ts';
import { dataDirOf, vaultKeyOf } from './open-folder.ts';
import { intoOutFile } from './out-file.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

type BackupOptions = { file: string; json: boolean; dataDir: string };

export async function backup(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = readOptions(argv, io);
  const { file, json, dataDir } = options;
  if (!existsSync(dataDir)) throw new WrongUse('backup-nothing');
  return withData(options, io, words, async (following) => {
    if (!existsSync(join(dataDir, 'settings.sqlite'))) throw new WrongUse('backup-nothing');
    if (lacksDatabase(dataDir)) throw new WrongUse('backup-incomplete');
    const { name, size, files } = await intoOutFile(() => writeBackup(dataDir, file, new Date(), following));
    await io.out(json ? `${JSON.stringify({ name, size, files }, null, 2)}\n` : `${words.say('backup.written', { name, count: files })}\n`);
  });
}

export async function restore(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = readOptions(argv, io);
  const { file, json, dataDir } = options;
  const vaultKey = await vaultKeyOf(io);
  return withData(options, io, words, async (following) => {
    const keys = { keychain: systemKeychain(), ...(vaultKey && { vaultKey }) };
    const before = await restoreBackup({ dataDir, path: file, now: new Date(), ...keys, ...following });
    const lines = [words.say('backup.restored'), ...(before === null ? [] : [words.say('backup.before', { name: before })])];
    await io.out(json ? `${JSON.stringify({ name: basename(file), before }, null, 2)}\n` : `${lines.join('\n')}\n`);
  });
}

/** Milliseconds between two lines of progress, and the bytes from which there are any. */
const progressEvery = 2_000;
const largeBackup = 100_000_000;
const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

/** Locks the data folder, completes a restore or salvage that was cut off, and does the work. */
async function withData(
  { dataDir, json }: BackupOptions,
  io: CommandIo,
  words: Words,
  work: (following: Following) => Promise<void>,
): Promise<number> {
  const lock = lockDataFolder(dataDir, 'command-line');
  let lastLineAt = 0;
  const onBytes = (done: number, total: number): void => {
    if (json || total < largeBackup || Date.now() - lastLineAt < progressEvery) return;
    lastLineAt = Date.now();
    void io.err(`${words.say('backup.progress', { done: megabytes(done), total: megabytes(total) })}\n`);
  };
  try {
    await completeRestore(dataDir);
    await inDataFolder(async () => completeStationSalvage(dataDir));
    await untilInterrupted((signal) => work({ signal, onBytes }));
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
