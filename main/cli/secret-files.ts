/** Secrets that stand in files, as systemd's `LoadCredential` and containers hand them over. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemCode } from '../platform/files/disk-problem.ts';
import type { CommandIo } from './io.ts';
import { WrongUse } from './wrong-use.ts';

type Name = 'STATION_VAULT_KEY' | 'STATION_SERVICE_PASSWORD' | 'STATION_SERVICE_PASSPHRASE';

/**
 * `NAME_FILE` gives what `NAME` would, without the line break at its end. What is put into the environment here is taken out of it
 * again where it is read.
 * @throws WrongUse
 */
export async function secretsFromFiles(names: readonly Name[], { env, cwd }: Pick<CommandIo, 'env' | 'cwd'>): Promise<void> {
  for (const name of names) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    delete env[variable];
    if (!path) continue;
    if (env[name]) throw new WrongUse('secret-twice', { variable: name });
    const text = await readFile(resolve(cwd, path), 'utf8').catch((thrown: unknown) => {
      throw new WrongUse('secret-file-unreadable', { variable, cause: systemCode(thrown) ?? 'unknown' });
    });
    env[name] = text.replace(/\r?\n$/, '');
  }
}
