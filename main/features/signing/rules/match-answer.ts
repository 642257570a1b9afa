/** Finds the document of each entry of a sign answer. Pure. */
import { foldedText } from '../../../../shared/domain/text-folding.ts';
import { plainReference } from './group-calls.ts';

/**
 * Groups entries by the reference that they name, in the order of the answer; `others` name none, or one that was not sent. Each reference
 * of the call has its list, which may be empty. A reference that was not sent names the only document without an entry that it is like, and
 * an entry with a status and without a reference the only document of its call: whether the file is of that document is checked by its content.
 */
export function matchAnswer<T extends { referenceNumber: string | null; status: 'SUCCESS' | 'FAIL' | null }>(
  references: readonly string[],
  items: readonly T[],
): { entries: Map<string, T[]>; others: T[] } {
  const entries = new Map<string, T[]>(references.map((reference) => [plainReference(reference), []]));
  const rest: T[] = [];
  for (const item of items) (entries.get(plainReference(item.referenceNumber ?? '')) ?? rest).push(item);
  const named = new Set([...entries.keys()].filter((reference) => entries.get(reference)?.length !== 0));
  const alike = Map.groupBy(entries.keys(), plainForm);
  const others: T[] = [];
  for (const item of rest) {
    const isUnnamed = item.referenceNumber === null && item.status !== null;
    const [found = '', ...more] = isUnnamed ? entries.keys() : forms(item.referenceNumber ?? '').flatMap((form) => alike.get(form) ?? []);
    const own = more.length > 0 || named.has(found) ? undefined : entries.get(found);
    (own ?? others).push(item);
  }
  return { entries, others };
}

/** Without case, accents and signs, and without the zeros before a number, which a number of JSON does not have. */
const plainForm = (reference: string): string => foldedText(reference).replace(/^0+(?=\d+$)/, '');

/** The forms that a provider's text may stand for, and those of UTF-8 that it read as Latin-1. */
function forms(reference: string): string[] {
  const bytes = Buffer.from(reference, 'latin1');
  const texts = bytes.toString('latin1') === reference ? [reference, bytes.toString('utf8')] : [reference];
  return [...new Set(texts.map(plainForm))].filter((form) => form !== '');
}
