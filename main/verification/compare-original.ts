/** Whether a signed file is the original with a signature added. */
import type { ProviderRule } from '../../shared/domain/provider-rule.ts';
import type { Comparison, Finding, OriginalComparison } from '../../shared/domain/verification.ts';
import { changesBetween } from './changes/changes-after.ts';
import type { Accepted } from './changes/provider-additions.ts';
import { pagesOf } from './pdf/document.ts';
import { openPdfFile, type PdfFile } from './pdf/pdf-file.ts';
import { PdfFault } from './pdf/syntax.ts';

export type ComparedOriginal = { original: OriginalComparison; comparison: Comparison; findings: Finding[] };

const notCompared: Comparison = { method: 'none', pages: null, differences: [], differingPages: 0, accepted: [] };

export const withoutComparison = (finding: Finding): ComparedOriginal => ({
  original: 'changed',
  comparison: notCompared,
  findings: [finding],
});

/** Null where its structure cannot be read. */
export function openOriginal(bytes: Uint8Array): PdfFile | null {
  try {
    return openPdfFile(bytes);
  } catch (thrown) {
    if (thrown instanceof PdfFault) return null;
    throw thrown;
  }
}

/**
 * Signing appends to a PDF, so the file has to begin with the very bytes. One that was rewritten is `changed`: whether its pages show
 * the same is not compared yet.
 */
export function compareOriginal(file: PdfFile, original: PdfFile, rules: readonly ProviderRule[]): ComparedOriginal {
  const isAppended =
    original.bytes.length <= file.bytes.length && Buffer.compare(original.bytes, file.bytes.subarray(0, original.bytes.length)) === 0;
  if (!isAppended) return withoutComparison('original-not-compared');
  const pages = { original: pagesOf(original).length, file: pagesOf(file).length };
  if (original.bytes.length === file.bytes.length) {
    return { original: 'preserved', comparison: { ...notCompared, method: 'appended', pages }, findings: [] };
  }
  const { verdict, changes, accepted } = changesBetween(original, file, rules);
  const isPreserved = verdict !== 'suspicious' && !changes.includes('form-filled');
  return {
    original: isPreserved ? 'preserved' : 'changed',
    comparison: { ...notCompared, method: 'appended', pages, accepted: isPreserved ? listOf(accepted) : [] },
    findings: isPreserved ? [] : ['original-changed'],
  };
}

const listOf = (accepted: Accepted): Comparison['accepted'] =>
  [...accepted].map(([rule, pages]) => ({ rule, pages: [...pages].sort((one, other) => one - other) }));
