/** Matches the entries of an answer to the sent documents. */

/** The form in which references are compared and sent. */
export const plainReference = (reference: string): string => reference.trim().normalize('NFC');

/**
 * Groups entries by the reference that they name, in the order of the answer; `others` name none, or one that was not sent.
 * Each reference of the call has its list, which may be empty.
 */
export function matchAnswer<T extends { referenceNumber: string | null }>(
  references: readonly string[],
  items: readonly T[],
): { entries: Map<string, T[]>; others: T[] } {
  const entries = new Map<string, T[]>(references.map((reference) => [plainReference(reference), []]));
  const others: T[] = [];
  for (const item of items) (entries.get(plainReference(item.referenceNumber ?? '')) ?? others).push(item);
  return { entries, others };
}
