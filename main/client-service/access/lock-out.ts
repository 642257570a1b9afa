/** Who has to wait before the next password is looked at: by name and by address, each with tries of its own. */
import { createHash } from 'node:crypto';
import { networkOf } from './network-of.ts';
import { createTries, type Tries } from './tries.ts';

/**
 * `userId`: of the user that the name belongs to; null for a name that nobody has, which is counted all the same, so that
 * the answers do not tell who there is. `address`: null when it does not count.
 */
export type Trier = { name: string; userId: string | null; address: string | null };
export type Attempt = { end(outcome: 'wrong' | 'right' | 'none'): void };

export type LockOut = {
  /** Seconds; 0: the try is taken. */
  wait(trier: Trier): number;
  /** Counts as wrong until it ends. */
  begin(trier: Trier): Attempt;
  /** How many names and addresses are held. */
  size(): number;
};

const allowed = { name: 5, address: 20 };
const most = 10_000;

export function createLockOut(now: () => Date): LockOut {
  // Apart, so that a flood of invented names does not make room by forgetting what is known of a user's.
  const users = createTries({ allowed: allowed.name, most: Number.POSITIVE_INFINITY });
  const strangers = createTries({ allowed: allowed.name, most });
  const addresses = createTries({ allowed: allowed.address, most });

  type Counted = { tries: Tries; key: string; right: 'right' | 'forget' };
  const counted = ({ name, userId, address }: Trier): Counted[] => {
    const byName: Counted =
      userId === null
        ? // Of any length, when it comes from outside: held as a hash.
          { tries: strangers, key: createHash('sha256').update(name).digest('base64'), right: 'forget' }
        : { tries: users, key: userId, right: 'forget' };
    // One good password does not clear an address from which others are being guessed.
    return address === null ? [byName] : [byName, { tries: addresses, key: networkOf(address), right: 'right' }];
  };

  return {
    wait: (trier) => Math.max(...counted(trier).map(({ tries, key }) => tries.wait(key, now().getTime()))),
    begin(trier) {
      const all = counted(trier);
      for (const { tries, key } of all) tries.begin(key, now().getTime());
      return {
        end(outcome) {
          for (const { tries, key, right } of all) tries.end(key, outcome === 'right' ? right : outcome, now().getTime());
        },
      };
    },
    size: () => users.size() + strangers.size() + addresses.size(),
  };
}
