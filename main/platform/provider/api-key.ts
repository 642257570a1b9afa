/** Reads the API key of a call. */
import type { SecretName } from '../../../shared/domain/closed-lists.ts';
import { isSendable } from '../../../shared/domain/settings/profile.ts';
import { StationError } from '../../../shared/errors.ts';
import { secretInUse } from './secrets-in-use.ts';

/**
 * Reads an API key as it is sent, and registers it as a secret in use. No provider issues a key with characters that a header does not
 * accept: it counts as missing.
 * @throws StationError `secret-missing`, and what `read` throws
 */
export async function readApiKey(secret: SecretName, read: () => Promise<string>): Promise<string> {
  const key = (await read()).trim();
  if (!isSendable(secret, key)) throw new StationError('secret-missing', { secret });
  return secretInUse(key);
}
