/** `backup` and `restore`: what they take. `backup/backup-and-restore.ts` does the work. */
import { resolve } from 'node:path';
import { defineCommand } from '../support/command.ts';
import type { CommandIo } from '../support/io.ts';
import { isHub } from '../support/read-values.ts';
import { WrongUse } from '../support/wrong-use.ts';

const forms = { main: { takes: 'file', one: 'backup-one-file' } } as const;

export const backup = defineCommand({ name: 'backup', forms, options: {} }, async ({ argument, values }, io) => {
  refuseHub(io);
  return (await import('./backup/backup-and-restore.ts')).backUp(resolve(io.cwd, argument), values, io);
});

export const restore = defineCommand({ name: 'restore', forms, options: {} }, async ({ argument, values }, io) => {
  refuseHub(io);
  return (await import('./backup/backup-and-restore.ts')).restore(resolve(io.cwd, argument), values, io);
});

/** The data of a hub are in PostgreSQL. @throws WrongUse */
function refuseHub({ env }: CommandIo): void {
  if (isHub(env)) throw new WrongUse('backup-of-hub');
}
