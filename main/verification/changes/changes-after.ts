/**
 * What was changed after a signature: the file as it was signed, and as it is, both by their own cross-reference. Whatever is not
 * understood is suspicious.
 */
import type { ChangesAfter } from '../../../shared/domain/verification.ts';
import { catalogOf, fieldsOf, pagesOf } from '../pdf/document.ts';
import { openPdfFile, type PdfFile } from '../pdf/pdf-file.ts';
import { isSameValue, type LeftOut, reachable } from '../pdf/reachable.ts';
import { dictOf, isArray, isRef, type PdfDict, PdfFault, type PdfValue } from '../pdf/syntax.ts';
import { type AllowedChange, createRules, type Role, type SuspiciousChange } from './compare-objects.ts';
import { isFillable, type Limits, limitsOf } from './limits.ts';

export type Changes = { verdict: ChangesAfter; changes: (AllowedChange | SuspiciousChange)[] };

/**
 * @param end where the bytes end that the signature covers
 * @param signature its dictionary, for what it locks
 */
export function changesAfter(file: PdfFile, end: number, signature: PdfDict): Changes {
  const rest = Buffer.from(file.bytes.subarray(end)).toString('latin1');
  if (/^[\0\t\n\f\r ]*$/.test(rest)) return { verdict: 'none', changes: [] };
  try {
    const signed = openPdfFile(file.bytes.subarray(0, end));
    return changesBetween(signed, file, signature);
  } catch (thrown) {
    if (thrown instanceof PdfFault) return unreadable;
    throw thrown;
  }
}

const unreadable: Changes = { verdict: 'suspicious', changes: ['unreadable'] };

/**
 * @param signed what the other file begins with
 * @param signature null: none in particular
 */
export function changesBetween(signed: PdfFile, now: PdfFile, signature: PdfDict | null = null): Changes {
  try {
    // Throws where sections are not in the order of their revisions.
    now.revisions();
    return compared(signed, now, limitsOf(signed, signature));
  } catch (thrown) {
    if (thrown instanceof PdfFault) return unreadable;
    throw thrown;
  }
}

function compared(signed: PdfFile, now: PdfFile, limits: Limits): Changes {
  const [allowed, suspicious] = [new Set<AllowedChange>(), new Set<SuspiciousChange>()];
  const isSame = (key: string) =>
    isSameValue(signed.trailer.get(key) ?? null, now.trailer.get(key) ?? null, { one: signed.bytes, other: now.bytes });
  if (!isSame('Root') || !isSame('Encrypt')) suspicious.add('trailer');
  if (!isSame('Info')) allowed.add('metadata');
  const changeOf = createRules(signed, now, limits, allowed);
  const roles = rolesOf(signed);
  const looked = reachable(signed, leftOut(signed, limits), (_, thrown) => {
    throw thrown;
  });
  for (const number of looked) {
    if (signed.placeOf(number) === now.placeOf(number)) continue;
    const change = changeOf(number, roles.get(number) ?? 'other');
    if (change !== null) suspicious.add(change);
  }
  return { verdict: suspicious.size > 0 ? 'suspicious' : 'allowed', changes: [...suspicious, ...allowed] };
}

function rolesOf(signed: PdfFile): ReadonlyMap<number, Role> {
  const roles = new Map<number, Role>();
  const set = (value: PdfValue | undefined, role: Role) => {
    const number = isRef(value) ? value.number : value;
    if (typeof number === 'number' && !roles.has(number)) roles.set(number, role);
  };
  const catalog = catalogOf(signed);
  set(signed.trailer.get('Root'), 'catalog');
  set(catalog.get('AcroForm'), 'form');
  set(dictOf(signed.follow(catalog.get('AcroForm')))?.get('Fields'), 'form-fields');
  for (const { number, dict } of pagesOf(signed)) {
    set(number, 'page');
    set(dict.get('Annots'), 'annotations');
    set(dict.get('Contents'), 'content');
    const contents = signed.follow(dict.get('Contents'));
    if (isArray(contents)) for (const item of contents) set(item, 'content');
    for (let node = dict.get('Parent'); isRef(node) && !roles.has(node.number); node = dictOf(signed.follow(node))?.get('Parent')) {
      set(node, 'page-tree');
    }
  }
  for (const { number, widgets } of fieldsOf(signed)) for (const each of [number, ...widgets.map((one) => one.number)]) set(each, 'field');
  return roles;
}

/** What may change without being looked at: data for checks, metadata, and what a field that may be filled holds and looks like. */
function leftOut(signed: PdfFile, limits: Limits): LeftOut {
  const left = new Map<PdfDict, ReadonlySet<string>>([[catalogOf(signed), new Set(['DSS', 'Metadata'])]]);
  for (const field of fieldsOf(signed)) {
    if (!isFillable(signed, field, limits)) continue;
    for (const { dict } of [field, ...field.widgets]) left.set(dict, new Set(['AP', 'V']));
  }
  return left;
}
