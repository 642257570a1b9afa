/** `backup` and `restore`: what they take. `backup/backup-and-restore.ts` does the work. */
import { resolve } from 'node:path';
import { type CommonValues, defineCommand } from '../support/command.ts';
import type { CommandIo } from '../support/io.ts';
import { WrongUse } from '../support/wrong-use.ts';
import type { BackupOptions } from './backup/backup-and-restore.ts';

const forms = { main: { takes: 'file' } } as const;

export const backup = defineCommand({ name: 'backup', forms, options: {} }, async (call, io, words) => {
  const options = backupOptions(call, io);
  return (await import('./backup/backup-and-restore.ts')).backUp(options, io, words);
});

export const restore = defineCommand({ name: 'restore', forms, options: {} }, async (call, io, words) => {
  const options = backupOptions(call, io);
  return (await import('./backup/backup-and-restore.ts')).restore(options, io, words);
});

/** @throws WrongUse */
function backupOptions({ values, rest }: { values: CommonValues; rest: string[] }, { cwd }: CommandIo): BackupOptions {
  const [file, ...more] = rest;
  if (file === undefined || more.length > 0) throw new WrongUse('backup-one-file');
  return { file: resolve(cwd, file), json: values.json, dataDir: values['data-dir'] };
}
