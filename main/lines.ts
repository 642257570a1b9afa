/**
 * The lines to the providers in use. Settings may change at any time: what is under way keeps its line, which is
 * closed when its last user releases it.
 */
import type { Profile } from '../shared/domain/profile.ts';
import { connectProvider } from './provider/connect-provider.ts';
import type { Provider } from './provider/provider.ts';
import type { Line } from './signing/line.ts';

export type SystemProxy = (url: string) => Promise<string | null>;

/** A profile with the way to its secrets; `id` tells profiles of the same content apart. */
export type Account = {
  id: string;
  profile: Profile;
  secret: (name: 'clientSecret' | 'validationApiKey') => Promise<string>;
};

export type Lines = {
  /** Null when the profile has no signing section. */
  line(account: Account): Line | null;
  /** Closes those that nobody uses, and the others once they are released. */
  close(): Promise<void>;
};

type Open = { id: string; key: string; provider: Provider; users: number; retired: boolean };

export function createLines(systemProxy: SystemProxy | undefined): Lines {
  const lines = new Map<string, Open>();
  const closing = new Set<Promise<void>>();

  function closeIfUnused(open: Open): void {
    if (!open.retired || open.users > 0) return;
    // Nobody uses it any more, so that nobody is to be told when it does not close well.
    const closed = open.provider
      .close()
      .catch(() => undefined)
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function retire(open: Open): void {
    lines.delete(open.id);
    open.retired = true;
    closeIfUnused(open);
  }

  function connect({ id, profile, secret }: Account, key: string): Open | null {
    const { signing, network, validation } = profile;
    if (!signing) return null;
    const provider = connectProvider({
      signing,
      network,
      secret: () => secret('clientSecret'),
      ...(validation && { validation: { profile: validation, apiKey: () => secret('validationApiKey') } }),
      ...(systemProxy && { systemProxy }),
    });
    return { id, key, provider, users: 0, retired: false };
  }

  return {
    line(account) {
      const { signing, network, validation } = account.profile;
      const key = JSON.stringify([signing, network, validation]);
      const before = lines.get(account.id);
      if (before && before.key !== key) retire(before);
      const open = lines.get(account.id) ?? connect(account, key);
      if (!open || !signing) return null;
      lines.set(account.id, open);
      const use = (): Line => {
        open.users += 1;
        let held = true;
        return {
          provider: open.provider,
          signing,
          share: use,
          release() {
            if (!held) return;
            held = false;
            open.users -= 1;
            closeIfUnused(open);
          },
        };
      };
      return use();
    },
    async close() {
      for (const open of [...lines.values()]) retire(open);
      await Promise.all(closing);
    },
  };
}
