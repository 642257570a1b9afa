/** Whether a signed file is the original with a signature added. */
import type { Finding, OriginalComparison } from '../../shared/domain/verification.ts';
import { changesBetween } from './changes/changes-after.ts';
import { openPdfFile, type PdfFile } from './pdf/pdf-file.ts';
import { PdfFault } from './pdf/syntax.ts';

export type ComparedOriginal = { original: OriginalComparison; finding: Finding | null };

/**
 * Signing appends to a PDF, so the file has to begin with the very bytes. One that was rewritten is `changed`: whether its pages show
 * the same is not compared yet.
 */
export function compareOriginal(file: PdfFile, original: Uint8Array): ComparedOriginal {
  const changed = (finding: Finding): ComparedOriginal => ({ original: 'changed', finding });
  if (original.length > file.bytes.length || !Buffer.from(original).equals(file.bytes.subarray(0, original.length))) {
    return changed('original-not-compared');
  }
  if (original.length === file.bytes.length) return { original: 'preserved', finding: 'nothing-added' };
  let before: PdfFile;
  try {
    before = openPdfFile(original);
  } catch (thrown) {
    if (thrown instanceof PdfFault) return changed('original-unreadable');
    throw thrown;
  }
  const { verdict, changes } = changesBetween(before, file);
  if (verdict !== 'allowed' || changes.includes('form-filled')) return changed('original-changed');
  const isSigned = changes.includes('signature-added');
  return { original: 'preserved', finding: isSigned ? null : 'nothing-added' };
}
