/** The passphrase of the PKCS#12 file of the client's own web service. */
import { problemOf } from '../../../shared/errors.ts';
import { noAddress, serviceOwner, type Vault } from './vault.ts';

/** Null when none is kept. @throws StationError `keychain-unavailable`: it may be kept, and nobody can tell */
export async function servicePassphrase(vault: Pick<Vault, 'secret'>): Promise<string | null> {
  try {
    return await vault.secret(serviceOwner, 'servicePassphrase', noAddress);
  } catch (thrown) {
    if (problemOf(thrown).code === 'secret-missing') return null;
    throw thrown;
  }
}
