/**
 * What a PDF says of itself, by its own cross-reference, as viewers read it. Runs in the worker only: its input is hostile.
 * An encrypted file, and one that has to be mended, is read as `mended-file.ts` says.
 */

import type { PdfFacts } from '../../../shared/domain/document.ts';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import { endsOf } from '../../platform/files/hash-file.ts';
import { catalogOf, fieldsOf, maxPages, pagesOf } from '../../platform/pdf/file/document.ts';
import { pageFactsOf } from '../../platform/pdf/file/page-facts.ts';
import { openPdfFile, type PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { strayObjects } from '../../platform/pdf/file/stray-objects.ts';
import { dictOf, isArray, nameOf, PdfFault } from '../../platform/pdf/file/syntax.ts';
import { changesAfter, checkSignature, findSignatures } from '../verification/verification.ts';
import { shapeFault } from './file-shape.ts';
import { pdfJsShowsForm, pdfJsShowsPages } from './pdf-js.ts';
import { xfaKind } from './pdf-xfa.ts';
import { patched, type ViewerPatch } from './viewer-patch.ts';

/** Facts may come with a problem: a protected document is known to be one. */
export type FactsAnswer = { facts: PdfFacts | null; problem: Problem | null; patches: ViewerPatch[] };

/** What the file itself says; `certification`: see `certificationLevel`. */
type Read = Omit<PdfFacts, 'protection'> & { certification: number | null };

/**
 * @param password what a person typed to read the document; null: none
 * @throws StationError `pdf-no-pages`, `pdf-too-many-pages`; Error when the file cannot be parsed
 */
export async function readPdfFacts(bytes: Uint8Array, password: string | null = null): Promise<FactsAnswer> {
  const own = readStrictly(bytes);
  if (own !== null) return answer(own, bytes, { forbidsChanges: false, patches: [] }, null);
  // Few files need these, and the library under them takes longer to load than most files take to be read.
  const [{ openPdf }, { mendedFile }] = await Promise.all([import('./pdf-encryption.ts'), import('./mended-file.ts')]);
  const opened = await openPdf(bytes, password);
  if (typeof opened === 'string') {
    const facts: PdfFacts = { pages: [], protection: 'password', signatures: [], formFields: 0, xfa: 'none', structure: 'sound' };
    return { facts, problem: problem(opened), patches: [] };
  }
  const read = readFrom(mendedFile(opened.document, bytes));
  const structure = opened.encrypted ? 'sound' : (await pdfJsShowsPages(bytes, read.pages)) ? 'mended' : 'ambiguous';
  return answer({ ...read, structure }, bytes, opened, password);
}

/** Whether viewers show pages of it. Parsers read on past a missing end, so that its two ends count as well. */
export async function opensAsPdf(bytes: Uint8Array): Promise<boolean> {
  if (shapeFault(endsOf(bytes)) !== null) return false;
  try {
    const file = openPdfFile(bytes);
    if (!file.trailer.has('Encrypt') && hasPageTree(file)) return pagesIn(file).length > 0;
  } catch {
    // It may be one that has to be mended.
  }
  return readPdfFacts(bytes).then(
    ({ facts }) => facts !== null && facts.pages.length > 0,
    () => false,
  );
}

async function answer(
  read: Read,
  bytes: Uint8Array,
  { forbidsChanges, patches }: { forbidsChanges: boolean; patches: ViewerPatch[] },
  password: string | null,
): Promise<FactsAnswer> {
  const { certification, ...rest } = read;
  const facts: PdfFacts = {
    ...rest,
    protection: password !== null ? 'password' : forbidsChanges ? 'no-changes' : certification === null ? 'none' : 'certified',
  };
  const shown = facts.xfa !== 'dynamic' || (await pdfJsShowsForm(patched(bytes, patches), password));
  return { facts, problem: shown ? problemOf(facts, forbidsChanges, certification) : problem('pdf-form-not-shown'), patches };
}

function problemOf({ pages }: PdfFacts, forbidsChanges: boolean, certification: number | null): Problem | null {
  if (pages.length === 0) return problem('pdf-no-pages');
  if (forbidsChanges) return problem('pdf-no-changes');
  return certification === 1 ? problem('pdf-certified') : null;
}

/** Null for a file that is encrypted or has to be mended. */
function readStrictly(bytes: Uint8Array): Read | null {
  try {
    const file = openPdfFile(bytes);
    return file.trailer.has('Encrypt') ? null : readFrom(file);
  } catch (thrown) {
    if (thrown instanceof PdfFault) return null;
    throw thrown;
  }
}

/** @throws PdfFault; StationError `pdf-no-pages` without a page tree, `pdf-too-many-pages` */
function readFrom(file: PdfFile): Read {
  if (!hasPageTree(file)) throw new StationError('pdf-no-pages');
  const stray = new Set(file.sections.length > 0 ? strayObjects(file) : []);
  return {
    pages: pagesIn(file).map(({ dict }) => pageFactsOf(file, dict)),
    signatures: signaturesIn(file),
    formFields: fieldsOf(file).length,
    xfa: xfaKind(file),
    structure: stray.size > 0 && file.numbers().some((number) => stray.has(number)) ? 'ambiguous' : 'sound',
    certification: certificationLevel(file),
  };
}

/** pdf.js takes any dictionary for a page; other viewers and the provider need a tree. */
const hasPageTree = (file: PdfFile): boolean => isArray(file.follow(dictOf(file.follow(catalogOf(file).get('Pages')))?.get('Kids')));

function pagesIn(file: PdfFile) {
  try {
    return pagesOf(file);
  } catch (thrown) {
    if (thrown instanceof PdfFault && thrown.code === 'too-many-pages') throw new StationError('pdf-too-many-pages', { limit: maxPages });
    throw thrown;
  }
}

/** Those of fields: of others no viewer says anything. */
function signaturesIn(file: PdfFile): PdfFacts['signatures'] {
  const ofFields = findSignatures(file).signatures.filter(({ field, page }) => field !== '' || page !== null);
  return ofFields.map(({ field, page, rect, dict, value }) => {
    const { integrity: found, coverage, end, fault } = checkSignature(file.bytes, value);
    // In a mended file it may be the mending that is wrong.
    const integrity = fault === 'byte-range' && file.sections.length === 0 ? 'unreadable' : found;
    // Of what it does not cover nothing can be said.
    return { field, page, rect, integrity, coverage, changesAfter: end === null ? 'suspicious' : changesAfter(file, end, dict).verdict };
  });
}

/**
 * What a certification allows (DocMDP, ISO 32000-1, 12.8.2.2): 1 nothing, 2 forms and signatures, 3 also
 * annotations; null when the document is not certified.
 */
function certificationLevel(file: PdfFile): number | null {
  const permissions = dictOf(file.follow(catalogOf(file).get('Perms')));
  const signature = dictOf(file.follow(permissions?.get('DocMDP')));
  if (signature === null) return null;
  const references = file.follow(signature.get('Reference'));
  for (const item of isArray(references) ? references : []) {
    const reference = dictOf(file.follow(item));
    const parameters = dictOf(file.follow(reference?.get('TransformParams')));
    const level = file.follow(parameters?.get('P'));
    if (nameOf(file.follow(reference?.get('TransformMethod'))) === 'DocMDP' && typeof level === 'number') return level;
  }
  return 2; // the standard's default
}
