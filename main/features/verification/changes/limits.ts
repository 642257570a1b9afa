/** Reads how signatures limit later changes (ISO 32000-2, 12.8.2): certification of the file (DocMDP), locked fields (FieldMDP). */
import { catalogOf, type Field } from '../../../platform/pdf/file/document.ts';
import { inherited } from '../../../platform/pdf/file/page-facts.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { dictOf, isArray, nameOf, type PdfDict, textOf } from '../../../platform/pdf/file/syntax.ts';

export type Limits = {
  /** Permitted changes of a certified document: 1 none, 2 forms and signatures, 3 also annotations (suspicious here all the same). */
  level: 1 | 2 | 3 | null;
  isLocked(field: string): boolean;
};

/** Reads the limits. @param signature dictionary of the signature before the changes; null: no particular one */
export function limitsOf(signed: PdfFile, signature: PdfDict | null): Limits {
  const permissions = dictOf(signed.follow(catalogOf(signed).get('Perms')));
  const certifying = dictOf(signed.follow(permissions?.get('DocMDP')));
  const own = transform(signed, signature, 'DocMDP') ?? (certifying && transform(signed, certifying, 'DocMDP'));
  const level = own === null ? null : (signed.follow(own.get('P')) ?? 2);
  const lock = transform(signed, signature, 'FieldMDP');
  const names = signed.follow(lock?.get('Fields'));
  const listed = isArray(names) ? names.map((item) => textOf(signed.follow(item)) ?? '') : [];
  const action = lock === null ? 'none' : nameOf(signed.follow(lock.get('Action')));
  const isListed = (name: string) => listed.some((one) => name === one || name.startsWith(`${one}.`));
  return {
    // A level that the standard does not know allows nothing.
    level: level === null || level === 2 || level === 3 ? level : 1,
    isLocked: (name) => (action === 'none' ? false : action === 'Include' ? isListed(name) : action === 'Exclude' ? !isListed(name) : true),
  };
}

function transform(file: PdfFile, signature: PdfDict | null, method: string): PdfDict | null {
  const references = file.follow(signature?.get('Reference'));
  for (const item of isArray(references) ? references : []) {
    const reference = dictOf(file.follow(item));
    if (nameOf(file.follow(reference?.get('TransformMethod'))) !== method) continue;
    return dictOf(file.follow(reference?.get('TransformParams'))) ?? new Map();
  }
  return null;
}

const [readOnly, pushButton] = [1, 65_536];

/** Whether a field of the signed file may be filled or, for an empty signature field, signed. */
export function isFillable(signed: PdfFile, field: Field, limits: Limits): boolean {
  if (limits.level === 1 || limits.isLocked(field.name)) return false;
  const flags = inherited(signed, field.dict, 'Ff') ?? 0;
  const type = nameOf(field.type);
  if (typeof flags !== 'number' || (flags & readOnly) !== 0) return false;
  if (type === 'Sig') return dictOf(signed.follow(field.value)) === null;
  return type === 'Tx' || type === 'Ch' || (type === 'Btn' && (flags & pushButton) === 0);
}
