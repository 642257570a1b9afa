/** Derives the name of a signed file from the name of its original (design, section 2.7). Pure. */
import { fallbackStem } from './file-name.ts';

/**
 * `NAME.pdf` becomes `NAME-signed.pdf`; the case of the extension stays, and a missing extension is added. The name of a signed file does
 * not grow: `NAME-signed.pdf` and `NAME-signed (2).pdf` both become `NAME-signed.pdf`, which `writeWhole` numbers when it is taken.
 */
export function signedName(original: string): string {
  const extension = /\.pdf$/i.exec(original)?.[0] ?? '';
  const stem = original.slice(0, original.length - extension.length).replace(/-signed(?: \(\d+\))?$/i, '');
  return `${stem || fallbackStem}-signed${extension || '.pdf'}`;
}
