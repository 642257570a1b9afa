/** The checks of a file's signature fields, for whoever has found the fields already. */
import type { SignatureCheck } from '../../shared/domain/document.ts';
import { checkSignature, type SignatureValue } from './check-signature.ts';
import { findSignatures, signatureValue } from './find-signatures.ts';
import { openPdfFile, type PdfFile } from './pdf/pdf-file.ts';
import { dictOf } from './pdf/syntax.ts';

/** `value`: number of the signature dictionary; null where it is written inside of the field. */
export type SignatureField = { name: string; value: number | null };

/** By the file's own cross-reference. What that does not lead to is `unreadable`. */
export function createFieldCheck(bytes: Uint8Array): (field: SignatureField) => SignatureCheck {
  let file: PdfFile | undefined;

  function valueIn(opened: PdfFile, { name, value }: SignatureField): SignatureValue | null {
    if (value === null) return findSignatures(opened).signatures.find(({ field }) => field === name)?.value ?? null;
    const dict = dictOf(opened.object(value));
    return dict === null ? null : signatureValue(opened, dict, value);
  }

  return (field) => {
    const unreadable: SignatureCheck = { integrity: 'unreadable', coverage: 'partial' };
    try {
      file ??= openPdfFile(bytes);
      const value = valueIn(file, field);
      if (value === null) return unreadable;
      const { integrity, coverage } = checkSignature(bytes, value);
      return { integrity, coverage };
    } catch {
      // Whatever is wrong with the file: of this signature nothing can be said.
      return unreadable;
    }
  };
}
