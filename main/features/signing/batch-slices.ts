/** Splits a batch into slices that are encrypted and queued together: whole calls, so that no call is sent in parts. */

import type { SigningProfile } from '../../../shared/domain/profile.ts';
import type { BatchDocument } from '../../../shared/domain/signing.ts';
import type { DocumentList } from '../documents/documents.ts';
import { groupCalls } from './sending/group-calls.ts';
import { placeRule, wireOf } from './wire-placement.ts';

/**
 * Returns the first call alone, so that it is sent at once, then slices of `concurrency` calls. Returns one slice with all documents
 * when one has no valid placement.
 */
export function batchSlices(
  entries: readonly BatchDocument[],
  signing: Pick<SigningProfile, 'placement' | 'concurrency' | 'maxDocumentsPerCall' | 'maxBytesPerCall'>,
  documents: Pick<DocumentList, 'get'>,
): BatchDocument[][] {
  const placed = entries.flatMap((entry) => {
    const { document } = documents.get(entry.documentId);
    const rule = placeRule(entry.placement, document.facts?.pages ?? []);
    const result = rule.ok ? wireOf(rule.placement, rule.page, signing.placement) : rule;
    return result.ok ? [{ entry, wire: result.wire, clientInfo: entry.clientInfo.trim(), size: document.size }] : [];
  });
  if (placed.length < entries.length) return [[...entries]];
  const calls = groupCalls(placed, signing).map((call) => call.map(({ entry }) => entry));
  const slices = calls.slice(0, 1);
  for (let at = 1; at < calls.length; at += signing.concurrency) slices.push(calls.slice(at, at + signing.concurrency).flat());
  return slices;
}
