/**
 * Finds the changes after a signature: compares the signed file with the present one, both by their own cross-reference. A change that
 * is not understood is suspicious.
 */

import type { ChangesAfter } from '../../../../shared/domain/documents/document.ts';
import type { ProviderRule } from '../../../../shared/domain/verification/provider-rule.ts';
import { type ByteSource, beginningOf } from '../../../platform/files/byte-source.ts';
import { catalogOf, fieldsOf, pagesOf } from '../../../platform/pdf/file/document.ts';
import { openPdfFile, type PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { isSameValue, type LeftOut, reachable } from '../../../platform/pdf/file/reachable.ts';
import { dictOf, isArray, isRef, nameOf, type PdfDict, PdfFault, type PdfValue } from '../../../platform/pdf/file/syntax.ts';
import { type AllowedChange, createRules, type Part, type Role, type SuspiciousChange } from './compare-objects.ts';
import { isFillable, type Limits, limitsOf } from './limits.ts';
import { newSignatures } from './new-signatures.ts';
import { type Accepted, createAdditions } from './provider-additions.ts';
import { createStructureRule } from './structure.ts';

/** `accepted`: changes that the rules of the provider accept. */
export type Changes = { verdict: ChangesAfter; changes: (AllowedChange | SuspiciousChange)[]; accepted: Accepted };

/**
 * Finds the changes after a signature.
 * @param end end of the bytes that the signature covers
 * @param signature its dictionary, with the fields that it locks
 * @param rules rules for additions of the provider
 */
export function changesAfter(file: PdfFile, end: number, signature: PdfDict, rules: readonly ProviderRule[] = []): Changes {
  if (isBlankFrom(file.bytes, end)) return { verdict: 'none', changes: [], accepted: new Map() };
  try {
    const signed = openPdfFile(beginningOf(file.bytes, end));
    return changesBetween(signed, file, rules, signature);
  } catch (thrown) {
    if (thrown instanceof PdfFault) return unreadable;
    throw thrown;
  }
}

function isBlankFrom(bytes: ByteSource, start: number): boolean {
  for (const piece of bytes.pieces(start, bytes.length)) if (!/^[\0\t\n\f\r ]*$/.test(piece.toString('latin1'))) return false;
  return true;
}

const unreadable: Changes = { verdict: 'suspicious', changes: ['unreadable'], accepted: new Map() };

/**
 * Finds the changes between a file and a later one.
 * @param signed the file that the other one begins with
 * @param signature null: no particular signature
 */
export function changesBetween(signed: PdfFile, now: PdfFile, rules: readonly ProviderRule[], signature: PdfDict | null = null): Changes {
  try {
    // Throws when sections are not in the order of their revisions.
    now.revisions();
    return compared(signed, now, limitsOf(signed, signature), rules);
  } catch (thrown) {
    if (thrown instanceof PdfFault) return unreadable;
    throw thrown;
  }
}

function compared(signed: PdfFile, now: PdfFile, limits: Limits, rules: readonly ProviderRule[]): Changes {
  const accepted: Accepted = new Map();
  const [allowed, suspicious] = [new Set<AllowedChange>(), new Set<SuspiciousChange>()];
  const bytes = { one: signed.bytes, other: now.bytes };
  const isSame = (key: string) => isSameValue(signed.trailer.get(key) ?? null, now.trailer.get(key) ?? null, bytes);
  // The key of an encrypted file depends on its first identifier.
  const isSameKey = isSame('Encrypt') && (!signed.trailer.has('Encrypt') || isSameValue(idOf(signed), idOf(now), bytes));
  if (!isSame('Root') || !isSameKey) suspicious.add('trailer');
  if (!isSame('Info')) allowed.add('metadata');
  const added = newSignatures(signed, now, limits);
  const isOfStructure = createStructureRule(signed, now, (item) => isRef(item) && added.has(item.number));
  const isAccepted = createAdditions(signed, now, rules, accepted);
  const changeOf = createRules({ signed, now, limits, added, isAccepted, allowed });
  const parts = partsOf(signed);
  const changedOf = (left: LeftOut): number[] =>
    [...reachable(signed, left, rethrow)].filter((number) => signed.placeOf(number) !== now.placeOf(number));
  const values = fieldValues(signed, now, limits);
  const changed = new Set(changedOf(new Map([...dataForChecks(signed), ...values])));
  for (const number of changed) {
    const change = changeOf(number, parts.get(number) ?? { role: 'other', page: null });
    if (change !== null && !isOfStructure(number)) suspicious.add(change);
  }
  // The value and the look of a field may be objects of their own; filling replaces them without a change of the field.
  const isFilled = (number: number) => !changed.has(number) && changeOf(number, { role: 'other', page: null }) !== null;
  if (values.size > 0 && changedOf(dataForChecks(signed)).some(isFilled)) allowed.add('form-filled');
  return { verdict: suspicious.size > 0 ? 'suspicious' : 'allowed', changes: [...suspicious, ...allowed], accepted };
}

function idOf({ trailer }: PdfFile): PdfValue {
  const id = trailer.get('ID');
  return isArray(id) ? (id[0] ?? null) : null;
}

function partsOf(signed: PdfFile): ReadonlyMap<number, Part> {
  const parts = new Map<number, Part>();
  const set = (value: PdfValue | undefined, role: Role, page: number | null = null) => {
    const number = isRef(value) ? value.number : value;
    if (typeof number === 'number' && !parts.has(number)) parts.set(number, { role, page });
  };
  const catalog = catalogOf(signed);
  set(signed.trailer.get('Root'), 'catalog');
  set(catalog.get('AcroForm'), 'form');
  set(dictOf(signed.follow(catalog.get('AcroForm')))?.get('Fields'), 'form-fields');
  for (const [page, { number, dict }] of pagesOf(signed).entries()) {
    set(number, 'page', page);
    const annotations = dict.get('Annots');
    // For a list that two pages share, no rule of one page applies.
    if (isRef(annotations) && parts.has(annotations.number)) parts.set(annotations.number, { role: 'annotations', page: null });
    set(annotations, 'annotations', page);
    set(dict.get('Contents'), 'content');
    const contents = signed.follow(dict.get('Contents'));
    if (isArray(contents)) for (const item of contents) set(item, 'content');
    for (let node = dict.get('Parent'); isRef(node) && !parts.has(node.number); node = dictOf(signed.follow(node))?.get('Parent')) {
      set(node, 'page-tree');
    }
  }
  for (const { number, widgets } of fieldsOf(signed)) for (const each of [number, ...widgets.map((one) => one.number)]) set(each, 'field');
  return parts;
}

function rethrow(_: number, thrown: unknown): never {
  throw thrown;
}

/** Returns the entries that may change unchecked: data for checks and metadata. */
const dataForChecks = (signed: PdfFile): LeftOut => new Map([[catalogOf(signed), new Set(['DSS', 'Metadata'])]]);

/** Returns value and look of the fields that may be filled; of an empty signature only when it is signed now. */
function fieldValues(signed: PdfFile, now: PdfFile, limits: Limits): LeftOut {
  const left = new Map<PdfDict, ReadonlySet<string>>();
  const later = new Map(fieldsOf(now).map(({ number, value }) => [number, dictOf(now.follow(value))]));
  for (const field of fieldsOf(signed)) {
    const isEmpty = nameOf(field.type) === 'Sig' && (later.get(field.number) ?? null) === null;
    if (isEmpty || !isFillable(signed, field, limits)) continue;
    for (const { dict } of [field, ...field.widgets]) left.set(dict, new Set(['AP', 'V']));
  }
  return left;
}
