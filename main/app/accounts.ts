/** Selects the provider and its profile: the active stored one, the practice provider, or one from outside. */

import type { SecretName } from '../../shared/domain/closed-lists.ts';
import { type Profile, profileSchema, type StoredProfile, secretAddresses } from '../../shared/domain/settings/profile.ts';
import { problemOf, StationError } from '../../shared/errors.ts';
import type { SettingsRepository } from '../features/settings/settings.ts';
import type { Vault } from '../platform/keychain/vault.ts';
import { type Account, accountKey, practiceAccount, type SystemNetwork } from '../platform/provider/account.ts';
import { readSecret } from '../platform/provider/read-secret.ts';
import type { PracticeMode } from './practice-mode.ts';

type Secrets = Partial<Record<SecretName, string>>;

/**
 * Which provider answers: the active stored profile (practice while there is none), the practice provider,
 * or a profile from outside. The secrets of `stored` take precedence over the vault's.
 */
export type ProviderChoice =
  | { kind: 'stored'; secrets?: Secrets }
  | { kind: 'practice' }
  | { kind: 'external'; profile: Profile; secrets: Secrets };

export type Accounts = {
  isPractice(): boolean;
  /** The active profile, where that needs no provider to be started; null in practice. */
  activeProfile(): Account | null;
  /** The one in use; practice is started for it. */
  active(): Promise<Account | null>;
  /** Which signing account is in use, without starting anything; null when signing is not set up. */
  activeKey(): string | null;
  /** The one for a signing account: the active profile goes first; a stored one that is for the same account will do. */
  of(key: string): Promise<Account | null>;
  /** The stored profile for a signing account, the active one first; null where none is for it. */
  profileOf(key: string): StoredProfile | null;
  /** @throws StationError `profile-unknown` */
  stored(id: string): Account;
};

type AccountsDeps = {
  choice: ProviderChoice;
  settings: SettingsRepository;
  vault: Vault;
  practice: PracticeMode;
  system?: SystemNetwork | undefined;
};

export function createAccounts({ choice, settings, vault, practice, system }: AccountsDeps): Accounts {
  const activeId = () => (choice.kind === 'stored' ? settings.settings().activeProfileId : null);
  const isPractice = () => choice.kind === 'practice' || (choice.kind === 'stored' && activeId() === null);

  function stored(id: string): Account {
    const secrets = choice.kind === 'stored' ? choice.secrets : undefined;
    const profile = settings.profile(id);
    const addresses = secretAddresses(profile);
    const secret = naming(profile, async (name) => secrets?.[name] || vault.secret(id, name, addresses[name]));
    return { id, profile, secret, system };
  }

  async function practiceProvider(): Promise<Account> {
    const { profile, secrets, origin } = await practice.started();
    return { id: origin, profile: profileSchema.parse(profile), secret: present(secrets), system };
  }

  function activeProfile(): Account | null {
    if (choice.kind === 'external')
      return { id: 'external', profile: choice.profile, secret: naming(choice.profile, present(choice.secrets)), system };
    const id = activeId();
    return id === null ? null : stored(id);
  }

  function activeKey(): string | null {
    if (isPractice()) return practiceAccount;
    const signing = activeProfile()?.profile.signing;
    return signing ? accountKey(signing) : null;
  }

  function profileOf(key: string): StoredProfile | null {
    if (choice.kind !== 'stored') return null;
    const active = activeId();
    const isFor = ({ signing }: StoredProfile) => signing !== undefined && accountKey(signing) === key;
    const all = settings.profiles().filter(isFor);
    return all.find(({ id }) => id === active) ?? all[0] ?? null;
  }

  return {
    isPractice,
    activeProfile,
    active: async () => (isPractice() ? practiceProvider() : activeProfile()),
    activeKey,
    async of(key) {
      if (key === practiceAccount) return isPractice() ? practiceProvider() : null;
      if (key === activeKey()) return activeProfile();
      const found = profileOf(key);
      return found && stored(found.id);
    },
    profileOf,
    stored,
  };
}

/** Reads a secret. Its problem names the profile: the account in use may be of another profile than a person expects. */
export function naming({ name: profile }: Profile, read: Account['secret']): Account['secret'] {
  return (name) =>
    readSecret(name, () => read(name)).catch((thrown: unknown) => {
      const { code, message, detail } = problemOf(thrown);
      throw new StationError(code, { ...detail, profile }, { message });
    });
}

function present(secrets: Secrets): Account['secret'] {
  return async (name) => {
    const secret = secrets[name];
    if (!secret) throw new StationError('secret-missing', { secret: name });
    return secret;
  };
}
