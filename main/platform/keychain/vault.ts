/** The secrets of the connection profiles: in a keychain, or in memory until the station ends (design, section 2.7). */
import { type SecretName, secretNames } from '../../../shared/domain/closed-lists.ts';
import type { SecretAddresses } from '../../../shared/domain/settings/profile.ts';
import { type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { within } from '../runtime/within.ts';
import { type Keychain, keychainTimeoutMs, memoryKeychain, probeKeychain } from './keychain.ts';

/**
 * A secret of a profile, the passphrase of the PKCS#12 file of the client's own web service, or the key of this station at the hub and the
 * data folder that uses it, which the id of the enrolment owns.
 */
export type VaultEntry = SecretName | 'servicePassphrase' | 'hubKey' | 'hubFolder';
/** The owner of `servicePassphrase`, in place of a profile's id. */
export const serviceOwner = 'service';
/** The address of `servicePassphrase` and `hubFolder`, which are sent nowhere. */
export const noAddress = '';

/** `elsewhere`: the secrets that were typed for another address. */
export type SecretsSet = { set: SecretName[]; elsewhere: SecretName[] };

export type Vault = {
  /** Returns why secrets are in memory until the station ends; null when the keychain stores them. */
  keychainProblem(): Promise<Problem | null>;
  /**
   * Returns a secret. @param address where it is about to be sent (`secretAddresses`)
   * @throws StationError `secret-missing`; `secret-for-other-address` when it was typed for another one; `keychain-unavailable`
   */
  secret(profileId: string, name: VaultEntry, address: string): Promise<string>;
  /** Stores a secret with the address that it was typed for. @throws StationError `secret-too-long`, `keychain-unavailable` */
  setSecret(profileId: string, name: VaultEntry, value: string, address: string): Promise<void>;
  removeSecret(profileId: string, name: VaultEntry): Promise<void>;
  /** Returns which secrets of a profile are stored. */
  secretsSet(profileId: string, addresses: SecretAddresses): Promise<SecretsSet>;
};

/** Bytes of UTF-8 that Windows takes for one entry. The limit is the same everywhere, so that a profile can move. */
const maxEntryBytes = 2_560;

const entryOf = (value: string, address: string): string => `${address}\n${value}`;

/** @throws StationError `secret-too-long` */
export function checkEntryLength(name: VaultEntry, value: string, address: string): void {
  if (Buffer.byteLength(entryOf(value, address)) > maxEntryBytes) throw new StationError('secret-too-long', { secret: name });
}

/**
 * Opens the keychain at the first use. When it does not answer, secrets are in memory until the station ends, and `keychainProblem`
 * returns why. When it answers later, because a person was slow to unlock it, the secrets in memory move into it. The account of a secret
 * is `<profileId>/<secretName>`. A compromised page can change the addresses of a profile, so a secret is returned only for the address
 * that it was typed for.
 */
export function createVault(keychain: Keychain, { timeoutMs = keychainTimeoutMs }: { timeoutMs?: number } = {}): Vault {
  const opening = createOpening(keychain, timeoutMs);
  return {
    keychainProblem: opening.problem,
    secret: async (profileId, name, address) => readSecret(await opening.current(), keychain, { profileId, name, address }),
    setSecret: async (profileId, name, value, address) => {
      checkEntryLength(name, value, address);
      await (await opening.current()).set(account(profileId, name), entryOf(value, address));
    },
    removeSecret: async (profileId, name) => (await opening.current()).remove(account(profileId, name)),
    secretsSet: async (profileId, addresses) => {
      const current = await opening.current();
      const found: SecretsSet = { set: [], elsewhere: [] };
      for (const name of secretNames) {
        const stored = parseEntry(await current.get(account(profileId, name)));
        if (stored) found[stored.address === addresses[name] ? 'set' : 'elsewhere'].push(name);
      }
      return found;
    },
  };
}

/** Returns the passphrase of the PKCS#12 file of the client's own web service; null for none. @throws StationError `keychain-unavailable` */
export async function servicePassphrase(vault: Pick<Vault, 'secret'>): Promise<string | null> {
  try {
    return await vault.secret(serviceOwner, 'servicePassphrase', noAddress);
  } catch (thrown) {
    if (problemOf(thrown).code === 'secret-missing') return null;
    throw thrown;
  }
}

type Opening = { problem(): Promise<Problem | null>; current(): Promise<Keychain> };

/** `current` returns the keychain, or the one in memory that replaces it. */
function createOpening(keychain: Keychain, timeoutMs: number): Opening {
  let memory: Keychain | null = null;
  let opening: Promise<Problem | null> | null = null;

  async function open(): Promise<Problem | null> {
    const probing = probeKeychain(keychain);
    const first = await within(probing, timeoutMs, 'waiting');
    if (first === null) return null;
    const entries = new Map<string, string>();
    memory = memoryKeychain(entries);
    if (first !== 'waiting') return first;
    void moveLate(probing, entries);
    return problem('keychain-unavailable', { cause: 'locked' });
  }

  /** Never rejects: entries that cannot be moved stay in memory. */
  async function moveLate(probing: Promise<Problem | null>, entries: ReadonlyMap<string, string>): Promise<void> {
    let late = await probing;
    try {
      // The iteration also reaches entries that are set while it runs.
      if (late === null) for (const [name, value] of entries) await keychain.set(name, value);
    } catch (thrown) {
      late = problemOf(thrown);
    }
    if (late === null) memory = null;
    opening = Promise.resolve(late);
  }

  const problemOnce = (): Promise<Problem | null> => {
    opening ??= open();
    return opening;
  };
  return {
    problem: problemOnce,
    async current() {
      await problemOnce();
      return memory ?? keychain;
    },
  };
}

async function readSecret(
  current: Keychain,
  keychain: Keychain,
  { profileId, name, address }: { profileId: string; name: VaultEntry; address: string },
): Promise<string> {
  const stored = parseEntry(await current.get(account(profileId, name)));
  if (stored?.address === address) return stored.value;
  if (stored) throw new StationError('secret-for-other-address', { secret: name });
  // A keychain that was locked since its opening answers that it has no such entry.
  const closed = current === keychain ? await probeKeychain(keychain) : null;
  if (closed) throw new StationError(closed.code, closed.detail);
  throw new StationError('secret-missing', { secret: name });
}

/** Parses an entry: the address that the secret was typed for, a line break, and the secret. Null for anything else. */
function parseEntry(entry: string | null): { address: string; value: string } | null {
  const end = entry?.indexOf('\n') ?? -1;
  return entry === null || end < 0 ? null : { address: entry.slice(0, end), value: entry.slice(end + 1) };
}

const account = (profileId: string, name: VaultEntry): string => `${profileId}/${name}`;
