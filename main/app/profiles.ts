/** Stores and removes connection profiles with their secrets, for the window and the command line. */
import { type SecretName, secretNames } from '../../shared/domain/closed-lists.ts';
import { isSendable, type Profile, type StoredProfile, secretAddresses } from '../../shared/domain/settings/profile.ts';
import { StationError } from '../../shared/errors.ts';
import { checkEntryLength } from '../platform/keychain/vault.ts';
import type { Station } from './station.ts';

type ProfilesDeps = Pick<Station, 'settings' | 'vault'>;
type Secrets = Partial<Record<SecretName, string>>;

/**
 * Stores a profile, then its secrets. When the process ends in between, an earlier secret remains, and counts only for the address that
 * it was typed for. Stores nothing when a secret cannot be stored.
 * @param id of the profile that it replaces; a new one without it
 * @throws StationError `profile-invalid`, `profile-unknown`, and like `storeSecrets`
 */
export async function storeProfile(
  station: ProfilesDeps,
  { profile, id, secrets = {} }: { profile: Profile; id?: string | undefined; secrets?: Secrets },
): Promise<StoredProfile> {
  entriesOf(profile, secrets);
  const saved = station.settings.saveProfile(profile, id);
  await storeSecrets(station, saved, secrets);
  return saved;
}

/**
 * @param profile a stored one: a secret of no profile could never be removed
 * @throws StationError `secret-not-for-header`, `secret-too-long`, `keychain-unavailable`
 */
export async function storeSecrets({ vault }: Pick<ProfilesDeps, 'vault'>, profile: StoredProfile, secrets: Secrets): Promise<void> {
  for (const { name, value, address } of entriesOf(profile, secrets)) await vault.setSecret(profile.id, name, value, address);
}

/** Removes a profile, and its secrets before it: they would stay in a keychain that is locked. @throws StationError `keychain-unavailable` */
export async function removeProfile({ settings, vault }: ProfilesDeps, id: string): Promise<void> {
  const closed = await vault.keychainProblem();
  if (closed?.detail?.cause === 'locked') throw new StationError(closed.code, closed.detail);
  for (const name of secretNames) await vault.removeSecret(id, name);
  settings.removeProfile(id);
}

/** Returns each secret with the address that it is for. @throws StationError `secret-not-for-header`, `secret-too-long` */
function entriesOf(profile: Profile, secrets: Secrets) {
  const addresses = secretAddresses(profile);
  return secretNames.flatMap((name) => {
    const [value, address] = [secrets[name], addresses[name]];
    if (!value) return [];
    if (!isSendable(name, value)) throw new StationError('secret-not-for-header', { secret: name });
    checkEntryLength(name, value, address);
    return [{ name, value, address }];
  });
}
