/** Writes a data folder to one file, and restores it. Neither needs a profile; restoring needs the key of the data. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { completeRestore } from '../../../app/backup/complete-restore.ts';
import type { Following } from '../../../app/backup/format.ts';
import { inspectBackup, restoreBackup } from '../../../app/backup/restore-backup.ts';
import { writeBackup } from '../../../app/backup/write-backup.ts';
import { systemKeychain } from '../../../platform/keychain/system-keychain.ts';
import { lockDataFolder } from '../../../platform/storage/data-folder-lock.ts';
import { lacksDatabase } from '../../../platform/storage/encrypted-store.ts';
import { inDataFolder, namingDataFolder } from '../../../platform/storage/in-data-folder.ts';
import { completeStationSalvage } from '../../../platform/storage/open-database.ts';
import type { CommonValues } from '../../support/command.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { untilInterrupted } from '../../support/interruption.ts';
import { type CommandIo, print } from '../../support/io.ts';
import { logged } from '../../support/logged.ts';
import { dataDirOf, vaultKeyOf } from '../../support/open-folder.ts';
import { intoOutFile } from '../../support/out-paths.ts';
import { takeSecret } from '../../support/secrets.ts';
import { WrongUse } from '../../support/wrong-use.ts';

/** @param file absolute @returns the exit code */
export async function backUp(file: string, { json, 'data-dir': asked }: CommonValues, io: CommandIo): Promise<number> {
  const dataDir = dataDirOf(asked, io);
  if (!existsSync(dataDir)) throw new WrongUse('backup-nothing');
  return withData(dataDir, json, io, async (following) => {
    if (!existsSync(join(dataDir, 'settings.sqlite'))) throw new WrongUse('backup-nothing');
    if (lacksDatabase(dataDir)) throw new WrongUse('backup-incomplete');
    const { name, size, files, missing } = await intoOutFile(file, () => writeBackup(dataDir, file, new Date(), following), null);
    const note = missing > 0 && { note: io.words.say('backup.missing', { count: missing }) };
    await print({ json: { name, size, files, missing }, text: io.words.say('backup.written', { name, count: files }), ...note }, json, io);
    return missing > 0 ? exitCodes.someFailed : exitCodes.allDone;
  });
}

/** @param file absolute @returns the exit code */
export async function restore(file: string, { json, 'data-dir': asked }: CommonValues, io: CommandIo): Promise<number> {
  const dataDir = dataDirOf(asked, io);
  const [vaultKey, code] = [await vaultKeyOf(io), await takeSecret('STATION_BACKUP_CODE', io)];
  return withData(dataDir, json, io, async (following) => {
    const keychain = io.keychain ?? systemKeychain();
    // With a key of its own, a station reads none from the keychain.
    const needsCode = !vaultKey && code === null && (await inspectBackup(file, keychain)).needsCode;
    if (needsCode) throw new WrongUse('backup-code-missing');
    const keys = { keychain, ...(vaultKey && { vaultKey }), ...(code !== null && { code }) };
    const before = await restoreBackup({ dataDir, path: file, now: new Date(), ...keys, ...following });
    const lines = [io.words.say('backup.restored'), ...(before === null ? [] : [io.words.say('backup.before', { name: before })])];
    await print({ json: { name: basename(file), before }, text: lines.join('\n') }, json, io);
    return exitCodes.allDone;
  });
}

const progressEveryMs = 2_000;
/** A backup of fewer bytes reports no progress. */
const minProgressBytes = 100_000_000;
const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

/** Locks the data folder, completes an interrupted restore or salvage, and does the work. */
async function withData(
  dataDir: string,
  json: boolean | undefined,
  io: CommandIo,
  work: (following: Following) => Promise<number>,
): Promise<number> {
  const lock = await namingDataFolder(dataDir, async () => lockDataFolder(dataDir, 'command-line', io.command));
  let lastLineAt = 0;
  const onBytes = (done: number, total: number): void => {
    if (json || total < minProgressBytes || Date.now() - lastLineAt < progressEveryMs) return;
    lastLineAt = Date.now();
    void io.err(`${io.words.say('backup.progress', { done: megabytes(done), total: megabytes(total) })}\n`);
  };
  try {
    const complete = async (): Promise<number> => {
      await completeRestore(dataDir);
      await inDataFolder(async () => completeStationSalvage(dataDir));
      return untilInterrupted((signal) => work({ signal, onBytes }));
    };
    return await logged(dataDir, io, () => namingDataFolder(dataDir, complete));
  } finally {
    lock.release();
  }
}
