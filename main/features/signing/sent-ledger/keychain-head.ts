/** The head of the ledger in the keychain: at most one interval old while entries are appended, and current after the close. */

import type { Keychain } from '../../../platform/keychain/keychain.ts';
import { keychainTimeoutMs } from '../../../platform/keychain/keychain.ts';
import { within } from '../../../platform/runtime/within.ts';
import type { Head } from './rules/entries.ts';
import { headSchema } from './sent-index.ts';

const account = (folder: string): string => `ledger-head/${folder}`;

export const writeIntervalMs = 60_000;

/** Reads the head; null when the keychain has none or does not answer: then the database alone says which entries the ledger must have. */
export async function readKeychainHead(keychain: Keychain, folder: string): Promise<Head | null> {
  const text = await within(keychain.get(account(folder)), keychainTimeoutMs, null).catch(() => null);
  if (text === null) return null;
  try {
    return headSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export type KeychainHead = {
  /** Reports that the head has changed. */
  changed(): void;
  close(): Promise<void>;
};

type KeychainHeadDeps = {
  keychain: Keychain;
  folder: string;
  head(): Head;
  /** Called when the keychain has this head. */
  written(head: Head): void;
  intervalMs: number;
};

/** Writes the head at intervals. Never throws and never rejects: after a failed write it tries again at the next interval. */
export function createKeychainHead({ keychain, folder, head, written, intervalMs }: KeychainHeadDeps): KeychainHead {
  let timer: NodeJS.Timeout | undefined;
  let pending = false;
  let closed = false;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    pending = false;
    const current = head();
    try {
      await keychain.set(account(folder), JSON.stringify(current));
      written(current);
    } catch {
      changed();
    }
  }

  function changed(): void {
    pending = true;
    if (closed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = write();
    }, intervalMs).unref();
  }

  return {
    changed,
    async close() {
      closed = true;
      clearTimeout(timer);
      await within(pending ? writing.then(write) : writing, keychainTimeoutMs, null);
    },
  };
}
