/** Chooses the documents of one answer; pure. */
import { compareTexts } from '../../../../shared/domain/compare-texts.ts';
import type { PublicationRow } from './publication-row.ts';

/** Bounds of one answer; bytes before base64. Further documents go with the next request. */
const maxDocuments = 100;
const maxBytes = 256 * 1024 * 1024;

type Choosable = Pick<PublicationRow, 'size'> & { fetches: readonly Pick<PublicationRow['fetches'][number], 'at' | 'complete'>[] };

/**
 * Chooses those that went out longest ago, or never, so that each has its turn; keeps the order of `matching`.
 * A document larger than the bound (there is none) would go alone.
 */
export function choose<T extends Choosable>(matching: readonly T[]): T[] {
  const chosen = new Set<T>();
  let bytes = 0;
  for (const one of matching.toSorted((a, b) => compareTexts(lastComplete(a), lastComplete(b)))) {
    if (chosen.size === maxDocuments) break;
    if (chosen.size > 0 && bytes + one.size > maxBytes) continue;
    chosen.add(one);
    bytes += one.size;
  }
  return matching.filter((one) => chosen.has(one));
}

/** ISO 8601, which sorts as text; empty when it never went out. */
const lastComplete = ({ fetches }: Choosable): string => fetches.find(({ complete }) => complete)?.at ?? '';
