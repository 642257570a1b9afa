/** Which entries of an answer belong to which document. */

/** The form in which references are compared and sent. */
export const plainReference = (reference: string): string => reference.trim().normalize('NFC');

/**
 * Entries by the reference they name, each in the order of the answer; `others` name none, or one that was
 * not sent. Every reference of the call has its (perhaps empty) list.
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
