/** The name of a signed file, from the name of its original (design, section 2.7): pure, no disk. */
import { fallbackStem } from './file-name.ts';

/**
 * `NAME.pdf` becomes `NAME-signed.pdf`; the extension keeps its case and is added where there is none. What
 * is signed already keeps its name instead of growing (`NAME-signed.pdf`, `NAME-signed (2).pdf` both give
 * `NAME-signed.pdf`): where that is taken, `writeWhole` numbers it.
 */
export function signedName(original: string): string {
  const extension = /\.pdf$/i.exec(original)?.[0] ?? '';
  const stem = original.slice(0, original.length - extension.length).replace(/-signed(?: \(\d+\))?$/i, '');
  return `${stem || fallbackStem}-signed${extension || '.pdf'}`;
}
