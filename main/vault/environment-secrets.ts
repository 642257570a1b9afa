/** Secrets of the command line, from the environment (design, section 6). */
import { type SecretName, secretNames } from '../../shared/domain/profile.ts';
import { parseKey } from './key-text.ts';

export const secretVariables: Record<SecretName, string> = {
  clientSecret: 'STATION_CLIENT_SECRET',
  searchApiKey: 'STATION_SEARCH_API_KEY',
  validationApiKey: 'STATION_VALIDATION_API_KEY',
};

/** Reads the secrets and deletes them from the environment, so that no child process inherits them. An empty one counts as absent. */
export function environmentSecrets(environment: NodeJS.ProcessEnv = process.env): Partial<Record<SecretName, string>> {
  const taken: Partial<Record<SecretName, string>> = {};
  for (const name of secretNames) {
    const value = environment[secretVariables[name]];
    if (value) taken[name] = value;
    delete environment[secretVariables[name]];
  }
  return taken;
}

/** Takes the key that is used in place of the keychain's, 32 bytes in base64, out of the environment. Null: none is given. */
export function environmentVaultKey(environment: NodeJS.ProcessEnv = process.env): { key: Buffer } | { malformed: true } | null {
  const text = environment.STATION_VAULT_KEY;
  delete environment.STATION_VAULT_KEY;
  if (!text) return null;
  const key = parseKey(text);
  return key ? { key } : { malformed: true };
}
