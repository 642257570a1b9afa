/**
 * Reads the facts of a PDF by its own cross-reference, as viewers do. Runs in the worker only: its input is hostile.
 * Encrypted files, and those that have to be mended, are read with `pdf-lib-file.ts`.
 */

import type { PdfFacts } from '../../../shared/domain/documents/document.ts';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import { type ByteSource, sourceOf } from '../../platform/files/byte-source.ts';
import { endsOf } from '../../platform/files/hash-file.ts';
import { catalogOf, maxPages, pagesOf, pageTreeFault } from '../../platform/pdf/file/document.ts';
import { pageFactsOf } from '../../platform/pdf/file/page-facts.ts';
import { openPdfFile, type PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { reachable } from '../../platform/pdf/file/reachable.ts';
import { strayObjects } from '../../platform/pdf/file/stray-objects.ts';
import { dictOf, isArray, isStream, nameOf, type PdfDict, PdfFault } from '../../platform/pdf/file/syntax.ts';
import { changesAfter, checkSignature, findSignatures } from '../verification/verification.ts';
import { shapeFault } from './file-shape.ts';
import { pdfJsShowsForm, pdfJsShowsPages } from './pdf-js.ts';
import { xfaKind } from './pdf-xfa.ts';
import { patched, type ViewerPatch } from './viewer-patch.ts';

/** Facts and a problem can occur together: a protected document has both. */
export type FactsAnswer = { facts: PdfFacts | null; problem: Problem | null; patches: ViewerPatch[] };

/** The facts in the file itself; `certification`: see `certificationLevel`. */
type Read = Omit<PdfFacts, 'protection'> & { certification: number | null };

/**
 * Reads the facts of a PDF.
 * @param password typed by a person to read the document; null for none
 * @throws StationError `pdf-no-pages`, `pdf-too-many-pages`; Error when the file cannot be parsed
 */
export async function readPdfFacts(file: Uint8Array | ByteSource, password: string | null = null): Promise<FactsAnswer> {
  const source = sourceOf(file);
  const own = readStrictly(source);
  if (own !== null) return answer(own, source, { forbidsChanges: false, patches: [] }, null);
  // Few files need these modules, and their library takes longer to load than most files take to read.
  const [{ openPdf }, { pdfLibFile }] = await Promise.all([import('./pdf-encryption.ts'), import('./pdf-lib-file.ts')]);
  const bytes = wholeOf(source);
  const opened = await openPdf(bytes, password);
  if (typeof opened === 'string') {
    const facts: PdfFacts = { pages: [], protection: 'password', signatures: [], xfa: 'none', structure: 'sound' };
    return { facts, problem: problem(opened), patches: [] };
  }
  const read = readFrom(pdfLibFile(opened.document, bytes));
  if (opened.encrypted)
    return answer({ ...read, structure: isReadable(() => openPdfFile(source)) ? 'sound' : 'unreadable' }, source, opened, password);
  const isShown = await pdfJsShowsPages(bytes, read.pages);
  return answer({ ...read, structure: isShown ? 'mended' : 'ambiguous' }, source, opened, password);
}

/** Whether the check of a returned file can read what is added to this one. It decrypts nothing. */
function isReadable(open: () => PdfFile): boolean {
  try {
    reachable(open(), new Map(), (_, thrown) => {
      throw thrown;
    });
    return true;
  } catch (thrown) {
    if (thrown instanceof PdfFault) return false;
    throw thrown;
  }
}

/** Returns all bytes, for the libraries that need them in memory of their own. */
function wholeOf(source: ByteSource): Uint8Array {
  const bytes = source.range(0, source.length);
  return bytes.buffer instanceof SharedArrayBuffer ? new Uint8Array(bytes) : bytes;
}

/** Whether viewers show pages of a file. Its beginning and end are checked too, since parsers accept a missing end. */
export async function opensAsPdf(bytes: ByteSource): Promise<boolean> {
  if (shapeFault(endsOf(bytes)) !== null) return false;
  try {
    const file = openPdfFile(bytes);
    if (!file.trailer.has('Encrypt') && hasPageTree(file)) return pagesIn(file).length > 0;
  } catch {
    // The file may have to be mended.
  }
  return readPdfFacts(bytes).then(
    ({ facts }) => facts !== null && facts.pages.length > 0,
    () => false,
  );
}

async function answer(
  read: Read,
  bytes: ByteSource,
  { forbidsChanges, patches }: { forbidsChanges: boolean; patches: ViewerPatch[] },
  password: string | null,
): Promise<FactsAnswer> {
  const { certification, ...rest } = read;
  const facts: PdfFacts = { ...rest, protection: protectionOf(password, forbidsChanges, certification) };
  const shown = facts.xfa !== 'dynamic' || (await pdfJsShowsForm(patched(wholeOf(bytes), patches), password));
  return { facts, problem: shown ? problemOf(facts, forbidsChanges, certification) : problem('pdf-form-not-shown'), patches };
}

function protectionOf(password: string | null, forbidsChanges: boolean, certification: number | null): PdfFacts['protection'] {
  if (password !== null) return 'password';
  if (forbidsChanges) return 'no-changes';
  return certification === null ? 'none' : 'certified';
}

function problemOf({ pages }: PdfFacts, forbidsChanges: boolean, certification: number | null): Problem | null {
  if (pages.length === 0) return problem('pdf-no-pages');
  if (forbidsChanges) return problem('pdf-no-changes');
  return certification === 1 ? problem('pdf-certified') : null;
}

/** Reads the facts strictly; null for a file that is encrypted or has to be mended. */
function readStrictly(bytes: ByteSource): Read | null {
  try {
    const file = openPdfFile(bytes);
    return file.trailer.has('Encrypt') ? null : readFrom(file);
  } catch (thrown) {
    if (thrown instanceof PdfFault) return null;
    throw thrown;
  }
}

/** Reads the facts. @throws PdfFault; StationError `pdf-no-pages` without a page tree, `pdf-too-many-pages` */
function readFrom(file: PdfFile): Read {
  if (!hasPageTree(file)) throw new StationError('pdf-no-pages');
  return {
    pages: pagesIn(file).map(({ dict }) => pageFactsOf(file, dict)),
    signatures: signaturesIn(file),
    xfa: xfaKind(file),
    structure: structureOf(file),
    certification: certificationLevel(file),
  };
}

/** Returns the structure of a file that is read by its own cross-reference. */
function structureOf(file: PdfFile): PdfFacts['structure'] {
  if (file.sections.length === 0) return 'sound';
  const isWhole = isReadable(() => file);
  const stray = new Set(strayObjects(file));
  const isSeveral = file.numbers().some((number) => stray.has(number));
  if (isSeveral || pageTreeFault(file) !== null) return 'ambiguous';
  if (!isWhole) return 'mended';
  return pagesOf(file).some(({ dict }) => lacksContent(file, dict)) ? 'ambiguous' : 'sound';
}

/** Whether a part of a page is missing and another is there: some readers show nothing of such a page. */
function lacksContent(file: PdfFile, page: PdfDict): boolean {
  const contents = file.follow(page.get('Contents'));
  const parts = isArray(contents) ? new Set(contents.map((item) => isStream(file.follow(item)))) : null;
  return parts?.size === 2;
}

/** Whether there is a page tree. pdf.js accepts any dictionary as a page; other viewers and the provider need a tree. */
const hasPageTree = (file: PdfFile): boolean => isArray(file.follow(dictOf(file.follow(catalogOf(file).get('Pages')))?.get('Kids')));

function pagesIn(file: PdfFile) {
  try {
    return pagesOf(file);
  } catch (thrown) {
    if (thrown instanceof PdfFault && thrown.code === 'too-many-pages') throw new StationError('pdf-too-many-pages', { limit: maxPages });
    throw thrown;
  }
}

/** Returns the signatures of fields and those on a page: no viewer shows others. */
function signaturesIn(file: PdfFile): PdfFacts['signatures'] {
  const ofFields = findSignatures(file).signatures.filter(({ field, page }) => field !== '' || page !== null);
  return ofFields.map(({ field, page, rect, dict, value }) => {
    const { integrity: found, coverage, end, fault } = checkSignature(file.bytes, value);
    // In a mended file the fault may come from the mending.
    const integrity = fault === 'byte-range' && file.sections.length === 0 ? 'unreadable' : found;
    // Without the end of the covered bytes, later changes cannot be checked.
    return { field, page, rect, integrity, coverage, changesAfter: end === null ? 'suspicious' : changesAfter(file, end, dict).verdict };
  });
}

/**
 * Returns what a certification allows (DocMDP, ISO 32000-1, 12.8.2.2): 1 nothing, 2 forms and signatures, 3 also
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
