/** Counts searches per person, without names: tests count the rows of a bulk screening by it. */
import { hash } from 'node:crypto';
import type { Asked } from './search/find-people.ts';

/** Enough for the largest bulk screening of the tests; beyond it the earliest person is forgotten. */
const maxPersons = 250_000;

export type AskedCounts = {
  /** Counts one call and returns the person's digest. */
  add(asked: Asked): string;
  all(): ReadonlyMap<string, number>;
};

/** SHA-256, lower-case hex, of name, line feed and identification as they were sent (empty for none). */
const digestOf = ({ name, identification }: Asked): string => hash('sha256', `${name}\n${identification}`);

export function createAskedCounts(): AskedCounts {
  const counts = new Map<string, number>();
  return {
    add(asked) {
      const digest = digestOf(asked);
      counts.set(digest, (counts.get(digest) ?? 0) + 1);
      if (counts.size > maxPersons) {
        const [oldest] = counts.keys();
        if (oldest !== undefined) counts.delete(oldest);
      }
      return digest;
    },
    all: () => new Map(counts),
  };
}
