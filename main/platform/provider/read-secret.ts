/** Reads a secret as it is sent. */
import type { SecretName } from '../../../shared/domain/closed-lists.ts';
import { isSendable } from '../../../shared/domain/settings/profile.ts';
import { StationError } from '../../../shared/errors.ts';
import { secretInUse } from './secrets-in-use.ts';

/**
 * Reads the secret of a call without the blanks and line breaks around it, which are of a file, of a shell or of a copied text, and
 * registers it as a secret in use. No provider issues a key with characters that a header does not accept: it counts as missing, and so
 * does a secret of blanks.
 * @throws StationError `secret-missing`, and what `read` throws
 */
export async function readSecret(secret: SecretName, read: () => Promise<string>): Promise<string> {
  const value = (await read()).trim();
  if (value === '' || !isSendable(secret, value)) throw new StationError('secret-missing', { secret });
  return secretInUse(value);
}
