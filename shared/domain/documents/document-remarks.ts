/** Remarks about a document that a person has to read before it is sent. */
import { type Problem, problem } from '../../errors.ts';
import type { PdfFacts } from './document.ts';

const remarkOf = { mended: 'pdf-mended', ambiguous: 'pdf-ambiguous', unreadable: 'pdf-unverifiable' } as const;

/** Remarks with the trait `acceptable` in their code have to be accepted. */
export function documentRemarks(facts: PdfFacts | null): Problem[] {
  if (facts === null) return [];
  const { signatures, xfa, structure } = facts;
  const fields = (integrity: string) => signatures.filter((one) => one.integrity === integrity).map(({ field }) => field || '—');
  const [broken, unreadable] = [fields('broken'), fields('unreadable')];
  const remarks: Problem[] = [];
  if (xfa !== 'none') remarks.push(problem('pdf-form'));
  if (structure !== 'sound') remarks.push(problem(remarkOf[structure]));
  if (broken.length > 0) remarks.push(problem('signature-broken', { fields: broken.join(', ') }));
  if (unreadable.length > 0) remarks.push(problem('signature-unreadable', { fields: unreadable.join(', ') }));
  // A later signature covers what was added after an earlier one; no one has signed a part that no signature covers.
  const covered = signatures.some(({ coverage }) => coverage === 'whole-file');
  const changed = signatures.some(({ changesAfter }) => changesAfter === 'suspicious');
  if (changed && broken.length === 0 && !covered) remarks.push(problem('changed-after-signing'));
  return remarks;
}
