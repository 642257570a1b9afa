/** Chooses the documents of one answer; pure. */
import type { PublicationRow } from './publication-row.ts';

/** Of one answer: so many documents, and so many bytes of them, before base64. What is beyond goes with the next question. */
const maxDocuments = 100;
const maxBytes = 256 * 1024 * 1024;

type Choosable = Pick<PublicationRow, 'size'> & { fetches: readonly Pick<PublicationRow['fetches'][number], 'at' | 'complete'>[] };

/**
 * Those that went out longest ago, or never, come first, so that each has its turn; in the order in which they were given.
 * A document larger than the bound (there is none) would go alone.
 */
export function choose<T extends Choosable>(matching: readonly T[]): T[] {
  const chosen = new Set<T>();
  let bytes = 0;
  for (const one of matching.toSorted((a, b) => compare(lastComplete(a), lastComplete(b)))) {
    if (chosen.size === maxDocuments) break;
    if (chosen.size > 0 && bytes + one.size > maxBytes) continue;
    chosen.add(one);
    bytes += one.size;
  }
  return matching.filter((one) => chosen.has(one));
}

/** ISO 8601 sorts as text; empty when it never did. */
const lastComplete = ({ fetches }: Choosable): string => fetches.find(({ complete }) => complete)?.at ?? '';
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
