/** The checks of a file's signature fields, for whoever has found the fields already. */
import type { SignatureCheck } from '../../shared/domain/document.ts';
import { checkSignature } from './check-signature.ts';
import { findSignatures, signatureValue } from './find-signatures.ts';
import { openPdfFile, type PdfFile } from './pdf/pdf-file.ts';
import { dictOf, type PdfDict } from './pdf/syntax.ts';

/** `value`: number of the signature dictionary; null where it is written inside of the field. */
export type SignatureField = { name: string; value: number | null };

/** By the file's own cross-reference. What that does not lead to is `unreadable`. */
export function createFieldCheck(bytes: Uint8Array): (field: SignatureField) => SignatureCheck {
  let file: PdfFile | undefined;

  function dictionaryOf({ name, value }: SignatureField): PdfDict | null {
    file ??= openPdfFile(bytes);
    if (value !== null) return dictOf(file.object(value));
    return findSignatures(file).signatures.find(({ field }) => field === name)?.dict ?? null;
  }

  return (field) => {
    const unreadable: SignatureCheck = { integrity: 'unreadable', coverage: 'partial' };
    try {
      const dict = dictionaryOf(field);
      if (file === undefined || dict === null) return unreadable;
      const { integrity, coverage } = checkSignature(bytes, signatureValue(file, dict));
      return { integrity, coverage };
    } catch {
      // Whatever is wrong with the file: of this signature nothing can be said.
      return unreadable;
    }
  };
}
