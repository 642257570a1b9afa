/** Finds the signature fields that a later revision added. */
import { type Field, type Found, fieldsOf, pagesOf } from '../../../platform/pdf/file/document.ts';
import { boxOf, hasArea, pageFactsOf } from '../../../platform/pdf/file/page-facts.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { dictOf, isRef, nameOf, type PdfDict } from '../../../platform/pdf/file/syntax.ts';
import type { Limits } from './limits.ts';

export type NewSignature = 'signature-added' | 'time-stamp-added';

/** Permitted entries of a new signature field and its widget: none has an action. */
const keys = new Set(
  'Type Subtype FT T TU TM Ff F V Rect P AP AS MK DA DR Q Lock SV Kids Parent M NM BS Border StructParent H C Contents'.split(' '),
);

/** Flags with which an annotation depends on the zoom of the page, or looks different on paper: no zoom, no view, toggled view. */
const unsteady = 8 | 32 | 256;
/** The flag of an annotation that does not turn with its page, as poppler signs. */
const noTurn = 16;

/** Whether the flags of an annotation show it as a part of the page. */
export function hasPlainFlags(file: PdfFile, annotation: PdfDict): boolean {
  const flags = file.follow(annotation.get('F')) ?? 0;
  const isAnyTurned = () => pagesOf(file).some(({ dict }) => pageFactsOf(file, dict).rotation !== 0);
  return typeof flags === 'number' && (flags & unsteady) === 0 && ((flags & noTurn) === 0 || !isAnyTurned());
}

/** Whether a dictionary has only what the field of a new signature or its widget may have. */
export const isPlainSignature = (file: PdfFile, dict: PdfDict): boolean =>
  [...dict.keys()].every((key) => keys.has(key)) &&
  (nameOf(file.follow(dict.get('Subtype'))) ?? 'Widget') === 'Widget' &&
  (!hasArea(boxOf(file, dict.get('Rect'))) || hasPlainFlags(file, dict));

/** Returns the kind of signature that a field got; null unless it is a new signature, which is checked separately, within the limits. */
export function signatureOf(signed: PdfFile, now: PdfFile, { type, value, widgets }: Field, { level }: Limits): NewSignature | null {
  const dict = dictOf(now.follow(value));
  if (nameOf(type) !== 'Sig' || dict === null || !dict.has('ByteRange') || !dict.has('Contents')) return null;
  // An earlier signature says nothing about the addition.
  if (!isRef(value) || signed.object(value.number) !== null) return null;
  if (nameOf(now.follow(dict.get('SubFilter'))) === 'ETSI.RFC3161') {
    // A time stamp shows nothing, and no other check looks at its place.
    return widgets.some(({ dict: widget }) => hasArea(boxOf(now, widget.get('Rect')))) ? null : 'time-stamp-added';
  }
  // A certification that allows no changes still allows a time stamp of the whole file.
  return level === 1 ? null : 'signature-added';
}

/** Returns new signatures by the numbers of their fields and widgets, which the signed file lacks. */
export function newSignatures(signed: PdfFile, now: PdfFile, limits: Limits): ReadonlyMap<number, NewSignature> {
  const isNew = ({ number, dict }: Found): boolean => number !== null && signed.object(number) === null && isPlainSignature(now, dict);
  const found = new Map<number, NewSignature>();
  for (const field of fieldsOf(now)) {
    const kind = signatureOf(signed, now, field, limits);
    if (kind === null || ![field, ...field.widgets].every(isNew)) continue;
    for (const { number } of [field, ...field.widgets]) if (number !== null) found.set(number, kind);
  }
  return found;
}
