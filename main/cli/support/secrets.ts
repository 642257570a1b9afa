/** Secrets from the environment, and from files, as systemd's `LoadCredential` and containers provide them. */
import { resolve } from 'node:path';
import { systemCode } from '../../platform/files/disk-problem.ts';
import { readWholeFile } from '../../platform/files/read-whole-file.ts';
import type { secretVariables } from '../../platform/keychain/environment-secrets.ts';
import { fileText } from './file-text.ts';
import type { CommandIo } from './io.ts';
import { WrongUse } from './wrong-use.ts';

type Name =
  | (typeof secretVariables)[keyof typeof secretVariables]
  | 'STATION_VAULT_KEY'
  | 'STATION_SERVICE_PASSWORD'
  | 'STATION_SERVICE_PASSPHRASE'
  | 'STATION_DATABASE_URL'
  | 'STATION_HUB_KEY'
  | 'STATION_BACKUP_CODE';

/**
 * Sets `NAME` in the environment to the content of the file that `NAME_FILE` names, without the line break at its end. The reader of
 * `NAME` deletes it from the environment.
 * @returns the variable that the person has set, `NAME_FILE` or `NAME`, for a message about the value
 * @throws WrongUse
 */
export async function secretsFromFiles<N extends Name>(
  names: readonly N[],
  { env, cwd }: Pick<CommandIo, 'env' | 'cwd'>,
): Promise<(name: N) => string> {
  const fromFiles = new Set<Name>();
  for (const name of names) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    delete env[variable];
    if (!path) continue;
    if (env[name]) throw new WrongUse('secret-twice', { variable: name });
    const bytes = await readWholeFile(resolve(cwd, path)).catch((thrown: unknown) => {
      throw new WrongUse('secret-file-unreadable', { variable, cause: systemCode(thrown) ?? 'unknown' });
    });
    const secret = fileText(bytes).replace(/\r?\n$/, '');
    if (secret === '') throw new WrongUse('secret-file-empty', { variable });
    env[name] = secret;
    fromFiles.add(name);
  }
  return (name) => (fromFiles.has(name) ? `${name}_FILE` : name);
}

export type ServiceCredentials = { username: string; password: string };

/** Reads the user and password of the web service, and deletes them from the environment. Null if both are missing. @throws WrongUse */
export function serviceCredentials(env: NodeJS.ProcessEnv): ServiceCredentials | null {
  const { STATION_SERVICE_USERNAME: username, STATION_SERVICE_PASSWORD: password } = env;
  delete env.STATION_SERVICE_USERNAME;
  delete env.STATION_SERVICE_PASSWORD;
  if (!username && !password) return null;
  if (!username || !password) throw new WrongUse('service-credentials-half');
  return { username, password };
}

/** Reads a secret, also from the file of `NAME_FILE`, and deletes it from the environment. Null if it is missing. @throws WrongUse */
export async function takeSecret(name: Name, io: Pick<CommandIo, 'env' | 'cwd'>): Promise<string | null> {
  await secretsFromFiles([name], io);
  const secret = io.env[name];
  delete io.env[name];
  return secret || null;
}
