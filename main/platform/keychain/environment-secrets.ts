/** Secrets and the vault key of the command line, from environment variables (design, section 6). */
import { type SecretName, secretNames } from '../../../shared/domain/closed-lists.ts';
import { parseKey } from './keys.ts';

export const secretVariables = {
  clientSecret: 'STATION_CLIENT_SECRET',
  searchApiKey: 'STATION_SEARCH_API_KEY',
  validationApiKey: 'STATION_VALIDATION_API_KEY',
} as const satisfies Record<SecretName, string>;

/** Reads the secrets and deletes them from the environment, so that no child process inherits them. An empty one counts as absent. */
export function environmentSecrets(environment: NodeJS.ProcessEnv = process.env): Partial<Record<SecretName, string>> {
  const secrets: Partial<Record<SecretName, string>> = {};
  for (const name of secretNames) {
    const value = environment[secretVariables[name]];
    if (value) secrets[name] = value;
    delete environment[secretVariables[name]];
  }
  return secrets;
}

/** Reads the key that replaces the keychain's, 32 bytes in base64, and deletes it from the environment; null for none. */
export function environmentVaultKey(environment: NodeJS.ProcessEnv = process.env): { key: Buffer } | { malformed: true } | null {
  const text = environment.STATION_VAULT_KEY;
  delete environment.STATION_VAULT_KEY;
  if (!text) return null;
  const key = parseKey(text);
  return key ? { key } : { malformed: true };
}
