/** The key of the data folder from the environment (design, section 6). */
import { parseKey } from './key-text.ts';

/** Takes the key that is used in place of the keychain's, 32 bytes in base64, out of the environment. Null: none is given. */
export function environmentVaultKey(environment: NodeJS.ProcessEnv = process.env): { key: Buffer } | { malformed: true } | null {
  const text = environment.STATION_VAULT_KEY;
  delete environment.STATION_VAULT_KEY;
  if (!text) return null;
  const key = parseKey(text);
  return key ? { key } : { malformed: true };
}
