/** Signature fields that a later revision brought. */
import { type Field, type Found, fieldsOf } from '../../../platform/pdf/file/document.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { dictOf, isRef, nameOf } from '../../../platform/pdf/file/syntax.ts';
import type { Limits } from './limits.ts';

export type NewSignature = 'signature-added' | 'time-stamp-added';

/** Entries of a new signature field and its widget: none that acts. */
const keys = new Set('Type Subtype FT T TU TM Ff F V Rect P AP AS MK DA DR Q Lock SV Kids Parent M NM BS Border StructParent'.split(' '));

/** What a field got, if that is a signature of its own, which is checked itself, and which the limits allow. */
export function signatureOf(signed: PdfFile, now: PdfFile, { type, value }: Field, { level }: Limits): NewSignature | null {
  const dict = dictOf(now.follow(value));
  if (nameOf(type) !== 'Sig' || dict === null || !dict.has('ByteRange') || !dict.has('Contents')) return null;
  // One that was there before says nothing of what was added.
  if (!isRef(value) || signed.object(value.number) !== null) return null;
  if (nameOf(now.follow(dict.get('SubFilter'))) === 'ETSI.RFC3161') return 'time-stamp-added';
  // Where a certification allows nothing, it allows a time stamp of the whole.
  return level === 1 ? null : 'signature-added';
}

/** By the numbers of fields and widgets that the signed file does not have. */
export function newSignatures(signed: PdfFile, now: PdfFile, limits: Limits): ReadonlyMap<number, NewSignature> {
  const isNew = ({ number, dict }: Found): boolean =>
    number !== null && signed.object(number) === null && [...dict.keys()].every((key) => keys.has(key));
  const found = new Map<number, NewSignature>();
  for (const field of fieldsOf(now)) {
    const kind = signatureOf(signed, now, field, limits);
    if (kind === null || ![field, ...field.widgets].every(isNew)) continue;
    for (const { number } of [field, ...field.widgets]) if (number !== null) found.set(number, kind);
  }
  return found;
}
