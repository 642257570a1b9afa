/** Finds the signature that a file has and its original does not, its place, and its signer. */

import type { Box } from '../../../shared/domain/placement/geometry.ts';
import type { Placement } from '../../../shared/domain/placement/placement.ts';
import { lowerCased } from '../../../shared/domain/text-folding.ts';
import type { Finding, PlaceReport, SignatureReport } from '../../../shared/domain/verification/verification.ts';
import { common } from '../../platform/pdf/file/page-facts.ts';
import { isString } from '../../platform/pdf/file/syntax.ts';
import type { FoundSignature } from './find-signatures.ts';

/** A page (from 1) and a rectangle in its user space. */
export type Place = Pick<Placement, 'page' | 'rect'>;

export type MatchedSignatures = {
  /** Indexes in the list of the file's signatures, with the index of the same signature in the original. */
  earlier: ReadonlyMap<number, number>;
  /** The original has a signature that the file lacks. */
  isOneGone: boolean;
};

/** Matches signatures by their values, independent of their position in the file. */
export function matchSignatures(original: readonly FoundSignature[], file: readonly FoundSignature[]): MatchedSignatures {
  const values = file.map(contentsOf);
  const earlier = new Map<number, number>();
  for (const [own, signature] of original.entries()) {
    const value = contentsOf(signature);
    const at = values.findIndex((one, index) => one === value && !earlier.has(index));
    if (at !== -1) earlier.set(at, own);
  }
  return { earlier, isOneGone: earlier.size < original.length };
}

function contentsOf({ dict }: FoundSignature): string {
  const value = dict.get('Contents');
  return isString(value) ? value.bytes.toString('latin1') : '';
}

/** Share of overlap below which a signature is not at the requested place. */
const leastOverlap = 0.5;
/** Share of a page that new signatures may cover when no place was requested. */
const maxCover = 0.25;

/**
 * Checks the places of new signatures.
 * @param found the new signatures
 * @param pages crop boxes, used when no place was requested
 */
export function checkPlace(
  found: readonly Pick<FoundSignature, 'places'>[],
  requested: Place | null,
  pages: readonly Box[],
): { place: PlaceReport | null; findings: Finding[] } {
  const places = found.flatMap((signature) => signature.places);
  // Several small ones hide a page, too.
  const isCovered = (box: Box, index: number) => {
    const parts = places.flatMap(({ page, rect }) => (page === index + 1 ? area(common(rect, box)) : []));
    return parts.reduce((sum, part) => sum + part, 0) > maxCover * area(box);
  };
  if (requested === null) return { place: null, findings: pages.some(isCovered) ? ['signature-large'] : [] };
  const shares = places.filter(({ page }) => page === requested.page).map(({ rect }) => overlapOf(rect, requested.rect));
  const overlap = shares.length === 0 ? null : Math.max(...shares);
  const place = { ...requested, overlap };
  if (places.length === 0) return { place, findings: [] };
  if (overlap === null) return { place, findings: ['signature-on-other-page'] };
  return { place, findings: overlap < leastOverlap ? ['signature-moved'] : [] };
}

/** Returns a signature without the places that are accepted, such as initials on each page, but with the one closest to the requested place. */
export function withoutInitials(signature: FoundSignature, requested: Place | null, isAccepted: (place: Place) => boolean): FoundSignature {
  const share = ({ page, rect }: Place) => (page === requested?.page ? overlapOf(rect, requested.rect) : 0);
  const most = Math.max(0, ...signature.places.map(share));
  return { ...signature, places: signature.places.filter((one) => (most > 0 && share(one) === most) || !isAccepted(one)) };
}

/** Returns the overlap as a share of the larger box, so that a signature much smaller or larger than requested has little. */
function overlapOf(one: Box, other: Box): number {
  const larger = Math.max(area(one), area(other));
  return larger > 0 ? Math.min(1, area(common(one, other)) / larger) : 0;
}

const area = ({ left, bottom, right, top }: Box): number => Math.max(0, right - left) * Math.max(0, top - bottom);

/** Whether a signature is by the expected signer. @param expected certificate name (case-insensitive), or its SHA-256 in hexadecimal */
export function isExpectedSigner({ certificate, integrity }: SignatureReport, expected: string): boolean {
  if (certificate === null || integrity !== 'valid') return false;
  const plain = (text: string) => lowerCased(text.trim());
  return plain(certificate.subject) === plain(expected) || certificate.sha256 === expected.replace(/[\s:]/g, '').toLowerCase();
}
