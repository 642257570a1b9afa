/** What a person has to read about a document, and accept, before it is sent. */
import { type Problem, problem } from '../errors.ts';
import type { PdfFacts } from './document.ts';

/** Their codes have the trait `acceptable`. */
export function documentRemarks(facts: PdfFacts | null): Problem[] {
  if (facts === null) return [];
  const { signatures, xfa } = facts;
  const fields = (integrity: string) => signatures.filter((one) => one.integrity === integrity).map(({ field }) => field || '—');
  const [broken, unreadable] = [fields('broken'), fields('unreadable')];
  const remarks: Problem[] = [];
  if (xfa !== 'none') remarks.push(problem('pdf-form'));
  if (broken.length > 0) remarks.push(problem('signature-broken', { fields: broken.join(', ') }));
  if (unreadable.length > 0) remarks.push(problem('signature-unreadable', { fields: unreadable.join(', ') }));
  // A later signature covers what was added after an earlier one; what no signature covers, no one has signed.
  const covered = signatures.some(({ coverage }) => coverage === 'whole-file');
  if (signatures.length > 0 && broken.length === 0 && !covered) remarks.push(problem('changed-after-signing'));
  return remarks;
}
