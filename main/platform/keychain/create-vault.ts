/** The secrets of the connection profiles, in a keychain or for the time being in memory. */
import { secretNames } from '../../../shared/domain/profile.ts';
import { type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { memoryKeychain } from './memory-keychain.ts';
import { defaultPatience, probeKeychain, within } from './probe-keychain.ts';
import type { Keychain, SecretsSet, Vault, VaultEntry } from './vault.ts';

/** What Windows holds an entry; keytar stores UTF-8 there. The same everywhere, so that a profile can move. */
const maxBytes = 2_560;

/**
 * Tries the keychain at first use. Where it does not answer, secrets stay in memory until the station ends,
 * and `keychainProblem` says why. If it answers after all (someone took their time to unlock it), what is
 * in memory moves there. A secret's account is `<profileId>/<secretName>`. A page that was taken over can change a
 * profile's addresses, and so a secret is given out for the address that it was typed for and for no other.
 */
export function createVault(keychain: Keychain, { patience = defaultPatience }: { patience?: number } = {}): Vault {
  let memory: Keychain | null = null;
  let opening: Promise<Problem | null> | null = null;

  const open = (): Promise<Problem | null> => {
    opening ??= firstOpening();
    return opening;
  };

  const firstOpening = async (): Promise<Problem | null> => {
    const probing = probeKeychain(keychain);
    const first = await within(patience, probing);
    if (first === null) return null;
    const entries = new Map<string, string>();
    memory = memoryKeychain(entries);
    if (first !== 'waiting') return first;
    void adoptLate(probing, entries);
    return problem('keychain-unavailable', { cause: 'locked' });
  };

  /** Never rejects: what cannot be moved stays in memory. */
  const adoptLate = async (probing: Promise<Problem | null>, entries: ReadonlyMap<string, string>): Promise<void> => {
    let late = await probing;
    try {
      // What is set meanwhile comes up in the same walk.
      if (late === null) for (const [account, value] of entries) await keychain.set(account, value);
    } catch (thrown) {
      late = problemOf(thrown);
    }
    if (late === null) memory = null;
    opening = Promise.resolve(late);
  };

  const current = async (): Promise<Keychain> => {
    await open();
    return memory ?? keychain;
  };

  return {
    keychainProblem: open,
    secret: async (profileId, name, address) => {
      const stored = read(await (await current()).get(account(profileId, name)));
      if (stored?.address === address) return stored.value;
      if (stored) throw new StationError('secret-for-other-address', { secret: name });
      // A keychain that was locked meanwhile says "nothing there" of what it holds.
      const closed = memory === null ? await probeKeychain(keychain) : null;
      if (closed) throw new StationError(closed.code, closed.detail);
      throw new StationError('secret-missing', { secret: name });
    },
    setSecret: async (profileId, name, value, address) => {
      const entry = `${address}\n${value}`;
      if (Buffer.byteLength(entry) > maxBytes) throw new StationError('secret-too-long', { secret: name });
      await (await current()).set(account(profileId, name), entry);
    },
    removeSecret: async (profileId, name) => (await current()).remove(account(profileId, name)),
    secretsSet: async (profileId, addresses) => {
      const from = await current();
      const found: SecretsSet = { set: [], elsewhere: [] };
      for (const name of secretNames) {
        const stored = read(await from.get(account(profileId, name)));
        if (stored) found[stored.address === addresses[name] ? 'set' : 'elsewhere'].push(name);
      }
      return found;
    },
  };
}

/** An entry is the address that the secret was typed for, a line break, and the secret. Null for anything else. */
function read(entry: string | null): { address: string; value: string } | null {
  const end = entry?.indexOf('\n') ?? -1;
  return entry === null || end < 0 ? null : { address: entry.slice(0, end), value: entry.slice(end + 1) };
}

function account(profileId: string, name: VaultEntry): string {
  return `${profileId}/${name}`;
}
