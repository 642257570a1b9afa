/** What a PDF says of itself. Runs in the worker only: its input is hostile. */
import { PDFDict } from '@cantoo/pdf-lib';
import type { PdfFacts } from '../../shared/domain/document.ts';
import { type Problem, problem } from '../../shared/errors.ts';
import { openPdf, patched, type ViewerPatch } from './pdf-encryption.ts';
import { certificationLevel, readFields } from './pdf-fields.ts';
import { readPages } from './pdf-pages.ts';
import { pdfJsShowsForm, xfaKind } from './pdf-xfa.ts';

/** Facts may come with a problem: a protected document is known to be one. */
export type FactsAnswer = { facts: PdfFacts | null; problem: Problem | null; patches: ViewerPatch[] };

/**
 * @param password what a person typed to read the document; null: none
 * @throws StationError `pdf-no-pages`, `pdf-too-many-pages`; Error when the file cannot be parsed
 */
export async function readPdfFacts(bytes: Uint8Array, password: string | null = null): Promise<FactsAnswer> {
  const opened = await openPdf(bytes, password);
  if (typeof opened === 'string') {
    const facts: PdfFacts = { pages: [], protection: 'password', signatures: [], formFields: 0, xfa: 'none' };
    return { facts, problem: problem(opened), patches: [] };
  }
  const { document, forbidsChanges, patches } = opened;
  // Typed as always there; a damaged file has none.
  const catalog: unknown = document.catalog;
  if (!(catalog instanceof PDFDict)) throw new Error('no catalog');
  const pages = readPages(catalog);
  const certification = certificationLevel(catalog);
  const facts: PdfFacts = {
    pages: pages.map((page) => page.facts),
    protection: password !== null ? 'password' : forbidsChanges ? 'no-changes' : certification === null ? 'none' : 'certified',
    ...readFields(catalog, pages, bytes),
    xfa: xfaKind(catalog),
  };
  const shown = facts.xfa !== 'dynamic' || (await pdfJsShowsForm(patched(bytes, patches), password));
  return { facts, problem: shown ? problemOf(facts, forbidsChanges, certification) : problem('pdf-form-not-shown'), patches };
}

function problemOf({ pages }: PdfFacts, forbidsChanges: boolean, certification: number | null): Problem | null {
  if (pages.length === 0) return problem('pdf-no-pages');
  if (forbidsChanges) return problem('pdf-no-changes');
  return certification === 1 ? problem('pdf-certified') : null;
}
