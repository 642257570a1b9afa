/**
 * Throttles password attempts per name and address together, per address, and, much later, per name from all addresses:
 * wrong passwords from one address do not keep the right one from another address out.
 */
import { hash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { type AttemptLocks, createAttemptLocks } from './attempt-locks.ts';

/**
 * `userId`: null for an unknown name, which is counted too, so that the answers do not reveal which users exist.
 * `address`: null when it does not count.
 */
export type LoginAttempt = { name: string; userId: string | null; address: string | null };
export type AttemptOutcome = 'wrong' | 'right' | 'none';
export type Attempt = { end(outcome: AttemptOutcome): void | Promise<void> };

export type LoginThrottle = {
  /** Seconds to wait; 0: the attempt is checked. */
  wait(attempt: LoginAttempt): number;
  /** Counts as wrong until it ends. */
  begin(attempt: LoginAttempt): Attempt;
};

const allowed = { pair: 5, address: 20, name: 50 };
const maxKeys = 10_000;

/** What an attempt is counted under. `right`: the effect of the right password on that count. */
export type CountedKey = { list: 'pairs' | 'addresses' | 'users' | 'strangers'; key: string; allowed: number; right: 'right' | 'forget' };

export const pairOf = ({ name, userId, address }: LoginAttempt): string =>
  // A name from outside has any length, so its hash is stored.
  hash('sha256', JSON.stringify([userId === null ? name : null, userId, address && networkOf(address)]), 'base64');

/** @param isFamiliar whether the pair of user and address has sent the right password */
export function countedKeys(attempt: LoginAttempt, isFamiliar: (pair: string) => boolean): CountedKey[] {
  const { name, userId, address } = attempt;
  const pair = pairOf(attempt);
  const all: CountedKey[] = [{ list: 'pairs', key: pair, allowed: allowed.pair, right: 'forget' }];
  // One right password does not clear an address from which others are being guessed, nor a name that is guessed elsewhere.
  if (address !== null) all.push({ list: 'addresses', allowed: allowed.address, key: networkOf(address), right: 'right' });
  if (isFamiliar(pair)) return all;
  if (userId !== null) return [...all, { list: 'users', key: userId, allowed: allowed.name, right: 'right' }];
  const strange = hash('sha256', name, 'base64');
  return [...all, { list: 'strangers', key: strange, allowed: allowed.name, right: 'right' }];
}

export function createLoginThrottle(now: () => Date): LoginThrottle {
  const addresses = createAttemptLocks({ allowed: allowed.address, maxKeys });
  const pairs = createAttemptLocks({ allowed: allowed.pair, maxKeys });
  // Counted apart, so that a flood of invented names does not push out the counts of real users.
  const users = createAttemptLocks({ allowed: allowed.name, maxKeys: Number.POSITIVE_INFINITY });
  const strangers = createAttemptLocks({ allowed: allowed.name, maxKeys });
  /** Pairs of a user and an address that sent the right password: wrong attempts from elsewhere do not delay them. */
  const familiar = new Set<string>();

  const lists: Record<CountedKey['list'], AttemptLocks> = { pairs, addresses, users, strangers };
  const counted = (attempt: LoginAttempt) =>
    countedKeys(attempt, (pair) => familiar.has(pair)).map((one) => ({ ...one, locks: lists[one.list] }));
  const remember = (pair: string): void => {
    familiar.delete(pair);
    familiar.add(pair);
    for (const oldest of familiar) {
      if (familiar.size <= maxKeys) break;
      familiar.delete(oldest);
    }
  };

  return {
    wait: (attempt) => Math.max(...counted(attempt).map(({ locks, key }) => locks.wait(key, now().getTime()))),
    begin(attempt) {
      const all = counted(attempt);
      for (const { locks, key } of all) locks.begin(key, now().getTime());
      return {
        end(outcome) {
          for (const { locks, key, right } of all) locks.end(key, outcome === 'right' ? right : outcome, now().getTime());
          if (outcome === 'right' && attempt.address !== null) remember(pairOf(attempt));
        },
      };
    },
  };
}

/**
 * Returns the key under which attempts of an address are counted: an IPv4 address itself, also when it is written as IPv6;
 * for an IPv6 address its network (the first 64 bits), since whoever has one address of it has all of them.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/s, '').toLowerCase();
  if (!isIPv6(plain)) return address.slice(0, 100);
  const mapped = /^::ffff:([\d.]+)$/.exec(plain)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  // The URL parser has one spelling: hexadecimal, without leading zeros, the longest run of zeros as `::`.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const all = [...before, ...zeros, ...after];
  // `::ffff:7f00:1`: the same as 127.0.0.1, in another spelling.
  if (all.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return all
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.');
  }
  return `${all.slice(0, 4).join(':')}::/64`;
}
