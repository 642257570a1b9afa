/**
 * The line to the provider that answers at the moment. Settings may change at any time: what is under way
 * keeps its line, which is closed when the last user releases it.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import type { Profile } from '../shared/domain/profile.ts';
import { connectProvider } from './provider/connect-provider.ts';
import type { Provider } from './provider/provider.ts';
import type { Line } from './signing/signing-service.ts';

export type SystemProxy = (url: string) => Promise<string | null>;

/** A profile with the way to its client secret; `id` tells profiles of the same content apart. */
export type Account = { id: string; profile: Profile; secret: () => Promise<string> };

export type Lines = {
  /** Null when the profile has no signing section. @throws what `account` throws */
  line(): Promise<Line | null>;
  /** Closes the present line once it is released. */
  close(): Promise<void>;
};

type Open = { key: string; provider: Provider; limit: LimitFunction; users: number; retired: boolean };

export function createLines(account: () => Promise<Account>, systemProxy: SystemProxy | undefined): Lines {
  let current: Open | null = null;
  const closing = new Set<Promise<void>>();

  function closeIfUnused(open: Open): void {
    if (!open.retired || open.users > 0) return;
    const closed = open.provider.close().finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function retire(): void {
    if (!current) return;
    current.retired = true;
    closeIfUnused(current);
    current = null;
  }

  return {
    async line() {
      const { id, profile, secret } = await account();
      const { signing, network } = profile;
      if (!signing) return null;
      const key = JSON.stringify([id, signing, network]);
      if (current?.key !== key) {
        retire();
        const provider = connectProvider({ signing, network, secret, ...(systemProxy && { systemProxy }) });
        current = { key, provider, limit: pLimit(signing.concurrency), users: 0, retired: false };
      }
      const open = current;
      open.users += 1;
      let held = true;
      return {
        provider: open.provider,
        signing,
        limit: open.limit,
        release() {
          if (!held) return;
          held = false;
          open.users -= 1;
          closeIfUnused(open);
        },
      };
    },
    async close() {
      retire();
      await Promise.all(closing);
    },
  };
}
