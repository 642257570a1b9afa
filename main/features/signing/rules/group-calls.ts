/** Groups documents into sign-documents calls: placement and client info belong to the call (endpoint D). */
import type { WirePlacement } from '../../../../shared/domain/placement.ts';

export type Callable = { wire: WirePlacement; clientInfo: string /** Bytes of the document. */; size: number };
type CallLimits = { maxDocumentsPerCall: number; maxBytesPerCall: number };

/**
 * Groups documents by placement and client info, within the limits of documents and bytes per call. Keeps the clerk's order
 * within each call, and orders calls by their first documents. A document larger than the limit is a call alone: the check
 * refuses it, and if it does not, the provider decides.
 */
export function groupCalls<T extends Callable>(documents: readonly T[], limits: CallLimits): T[][] {
  const calls: T[][] = [];
  const open = new Map<string, { call: T[]; bytes: number }>();
  for (const document of documents) {
    const key = groupKey(document);
    const current = open.get(key);
    if (current && current.call.length < limits.maxDocumentsPerCall && current.bytes + document.size <= limits.maxBytesPerCall) {
      current.call.push(document);
      current.bytes += document.size;
    } else {
      const call = [document];
      calls.push(call);
      open.set(key, { call, bytes: document.size });
    }
  }
  return calls;
}

/** Splits a call that was too large into two halves, in order. */
export function halves<T>(call: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(call.length / 2);
  return [call.slice(0, middle), call.slice(middle)];
}

function groupKey({ wire, clientInfo }: Callable): string {
  return JSON.stringify([wire.signaturePage, wire.x1, wire.y1, wire.x2, wire.y2, clientInfo]);
}
