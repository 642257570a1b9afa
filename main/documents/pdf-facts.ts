/** What a PDF says of itself. Runs in the worker only: its input is hostile. */
import { PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { PdfFacts, Protection } from '../../shared/domain/document.ts';
import type { ProblemCode } from '../../shared/errors.ts';
import { certificationLevel, readFields } from './pdf-fields.ts';
import { entry, readPages } from './pdf-pages.ts';

/** Facts may come with a problem: a protected document is known to be one. */
export type FactsAnswer = { facts: PdfFacts | null; problem: ProblemCode | null };

/**
 * Permission bits that a new visible signature needs (ISO 32000-1, table 22): bit 6 "add or modify
 * annotations" and, with it, bit 4 "modify contents", because only both together allow *creating* a
 * signature field. Bit 9 (filling existing fields) is not enough: the provider puts a new one where the clerk says.
 */
const mayAddSignature = 0b10_1000;

export async function readPdfFacts(bytes: Uint8Array): Promise<FactsAnswer> {
  const opened = await openPdf(bytes);
  if (opened === 'password') {
    return { facts: { pages: [], protection: 'password', signatures: [], formFields: 0 }, problem: 'pdf-password' };
  }
  const { catalog, forbidsChanges } = opened;
  const pages = readPages(catalog);
  const certification = certificationLevel(catalog);
  const protection: Protection = forbidsChanges ? 'no-changes' : certification === null ? 'none' : 'certified';
  const facts: PdfFacts = { pages: pages.map((page) => page.facts), protection, ...readFields(catalog, pages) };
  return { facts, problem: problemOf(facts, certification) };
}

function problemOf({ pages, protection }: PdfFacts, certification: number | null): ProblemCode | null {
  if (pages.length === 0) return 'pdf-no-pages';
  if (protection === 'no-changes') return 'pdf-no-changes';
  return certification === 1 ? 'pdf-certified' : null;
}

async function openPdf(bytes: Uint8Array): Promise<'password' | { catalog: PDFDict; forbidsChanges: boolean }> {
  const options = { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY };
  let document = await PDFDocument.load(bytes, { ...options, ignoreEncryption: true });
  const encryption = document.context.lookup(document.context.trailerInfo.Encrypt);
  let forbidsChanges = false;
  if (encryption instanceof PDFDict) {
    // Other handlers (certificates, rights servers) ask for more than the empty password.
    if (entry(encryption, 'Filter') !== PDFName.of('Standard')) return 'password';
    const permissions = entry(encryption, 'P');
    forbidsChanges = !(permissions instanceof PDFNumber && (permissions.asNumber() & mayAddSignature) === mayAddSignature);
    try {
      document = await PDFDocument.load(bytes, { ...options, password: '' });
    } catch (error) {
      if (error instanceof Error && error.message === 'NEEDS PASSWORD') return 'password';
      throw error;
    }
  }
  // Typed as always there; a damaged file has none.
  const catalog: unknown = document.catalog;
  if (!(catalog instanceof PDFDict)) throw new Error('no catalog');
  return { catalog, forbidsChanges };
}
