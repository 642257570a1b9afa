/** `backup` and `restore`: what they take. `backup/backup-and-restore.ts` does the work. */
import { resolve } from 'node:path';
import { type Call, defineCommand } from '../support/command.ts';
import type { CommandIo } from '../support/io.ts';
import type { BackupOptions } from './backup/backup-and-restore.ts';

const forms = { main: { takes: 'file', one: 'backup-one-file' } } as const;

export const backup = defineCommand({ name: 'backup', forms, options: {} }, async (call, io) =>
  (await import('./backup/backup-and-restore.ts')).backUp(backupOptions(call, io), io),
);

export const restore = defineCommand({ name: 'restore', forms, options: {} }, async (call, io) =>
  (await import('./backup/backup-and-restore.ts')).restore(backupOptions(call, io), io),
);

const backupOptions = ({ values, argument }: Pick<Call, 'values' | 'argument'>, { cwd }: CommandIo): BackupOptions => ({
  file: resolve(cwd, argument),
  json: values.json,
  dataDir: values['data-dir'],
});
