/**
 * Throttles password attempts per name and address together, per address, and, much later, per name from all addresses:
 * wrong passwords from one address do not keep the right one from another address out.
 */
import { createHash } from 'node:crypto';
import { networkOf } from './network-of.ts';
import { createTries, type Tries } from './tries.ts';

/**
 * `userId`: of the user that the name belongs to; null for an unknown name, which is counted all the same, so that
 * the answers do not say who there is. `address`: null when it does not count.
 */
export type Trier = { name: string; userId: string | null; address: string | null };
export type Attempt = { end(outcome: 'wrong' | 'right' | 'none'): void };

export type LoginThrottle = {
  /** Seconds to wait; 0: the attempt is checked. */
  wait(trier: Trier): number;
  /** Counts as wrong until it ends. */
  begin(trier: Trier): Attempt;
  /** The maximum numbers of names, addresses and pairs of them in memory. */
  size(): number;
};

const allowed = { pair: 5, address: 20, name: 50 };
const most = 10_000;

export function createLoginThrottle(now: () => Date): LoginThrottle {
  const addresses = createTries({ allowed: allowed.address, most });
  const pairs = createTries({ allowed: allowed.pair, most });
  // Apart, so that a flood of invented names does not make room by forgetting what is known of a user's.
  const users = createTries({ allowed: allowed.name, most: Number.POSITIVE_INFINITY });
  const strangers = createTries({ allowed: allowed.name, most });
  /** Users with an address that their right password came from: what others get wrong elsewhere does not hold them up. */
  const familiar = new Set<string>();

  type Counted = { tries: Tries; key: string; right: 'right' | 'forget' };
  const pairOf = ({ name, userId, address }: Trier): string =>
    // A name is of any length when it comes from outside, so its hash is stored.
    createHash('sha256')
      .update(JSON.stringify([userId === null ? name : null, userId, address && networkOf(address)]))
      .digest('base64');
  const counted = (trier: Trier): Counted[] => {
    const { name, userId, address } = trier;
    const pair = pairOf(trier);
    const all: Counted[] = [{ tries: pairs, key: pair, right: 'forget' }];
    // One right password does not clear an address from which others are being guessed, nor a name that is guessed elsewhere.
    if (address !== null) all.push({ tries: addresses, key: networkOf(address), right: 'right' });
    if (familiar.has(pair)) return all;
    if (userId !== null) return [...all, { tries: users, key: userId, right: 'right' }];
    return [...all, { tries: strangers, key: createHash('sha256').update(name).digest('base64'), right: 'right' }];
  };
  const remember = (pair: string): void => {
    familiar.delete(pair);
    familiar.add(pair);
    for (const oldest of familiar) {
      if (familiar.size <= most) break;
      familiar.delete(oldest);
    }
  };

  return {
    wait: (trier) => Math.max(...counted(trier).map(({ tries, key }) => tries.wait(key, now().getTime()))),
    begin(trier) {
      const all = counted(trier);
      for (const { tries, key } of all) tries.begin(key, now().getTime());
      return {
        end(outcome) {
          for (const { tries, key, right } of all) tries.end(key, outcome === 'right' ? right : outcome, now().getTime());
          if (outcome === 'right' && trier.address !== null) remember(pairOf(trier));
        },
      };
    },
    size: () => addresses.size() + pairs.size() + users.size() + strangers.size() + familiar.size,
  };
}
