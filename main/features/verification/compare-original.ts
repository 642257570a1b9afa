/** Finds out whether a signed file is the original with a signature added. */
import { hash } from 'node:crypto';
import { type AreaRule, areaOf, isAreaOn, type ProviderRule } from '../../../shared/domain/verification/provider-rule.ts';
import type { Comparison, Difference } from '../../../shared/domain/verification/verification.ts';
import { type ByteSource, isSameRange } from '../../platform/files/byte-source.ts';
import { type Field, fieldsOf, pagesOf } from '../../platform/pdf/file/document.ts';
import { pageFactsOf } from '../../platform/pdf/file/page-facts.ts';
import { openPdfFile, type PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { dictOf, nameOf, type PdfDict, PdfFault } from '../../platform/pdf/file/syntax.ts';
import { changesBetween } from './changes/changes-after.ts';
import type { Accepted } from './changes/provider-additions.ts';
import { comparePages, contentOf } from './compare/compare-pages.ts';
import { type Allowed, withLooks } from './compare/page-looks.ts';
import { type ComparedOriginal, withoutComparison } from './conclude.ts';
import type { FoundSignature } from './find-signatures.ts';
import type { Place } from './new-signature.ts';

/** Maximum number of reported differences: the first ones show enough. */
const maxDifferences = 20;

/** Opens the original; null when its structure cannot be read. */
export function openOriginal(bytes: Uint8Array | ByteSource): PdfFile | null {
  try {
    return openPdfFile(bytes);
  } catch (thrown) {
    if (thrown instanceof PdfFault) return null;
    throw thrown;
  }
}

export type ComparisonInput = {
  file: PdfFile;
  original: PdfFile;
  /** The signatures and time stamps that the original does not have. */
  fresh: readonly FoundSignature[];
  /** The requested place, at which a provider may draw the signature on the page itself when its field is invisible; null for none. */
  place: Place | null;
  rules: readonly ProviderRule[];
  /** The rules that accepted places of a new signature, which `fresh` does not have. */
  accepted: Accepted;
  /** Reports how many of the pages to be rendered are done. */
  onPage: (done: number, total: number) => void;
};

/**
 * Compares a file with its original. Signing appends to a PDF: if the file begins with the bytes of the original and all additions are
 * understood, nothing else is compared. Otherwise compares the objects of pages, form and document, and renders pages when that is not
 * enough. Fails closed.
 */
export async function compareOriginal(input: ComparisonInput): Promise<ComparedOriginal> {
  const { file, original, rules } = input;
  try {
    const size = original.bytes.length;
    const isAppended = size <= file.bytes.length && isSameRange(original.bytes, [0, size], file.bytes, [0, size]);
    const pages = { original: pagesOf(original).length, file: pagesOf(file).length };
    if (isAppended && size === file.bytes.length) return concluded('appended', pages, [], new Map());
    const changes = isAppended ? changesBetween(original, file, rules) : null;
    if (changes !== null && changes.verdict !== 'suspicious' && !changes.changes.includes('form-filled')) {
      const accepted = new Map(changes.accepted);
      for (const [rule, on] of input.accepted) accepted.set(rule, on.union(accepted.get(rule) ?? new Set()));
      return concluded('appended', pages, await hiddenBelow(input, accepted), accepted);
    }
    if (file.trailer.has('Encrypt') || original.trailer.has('Encrypt')) return withoutComparison('original-not-compared');
    return await byPage(input, pages);
  } catch {
    // On any error of the renderer the page counts as not compared.
    return withoutComparison('original-not-compared');
  }
}

async function byPage(input: ComparisonInput, pages: PageCounts): Promise<ComparedOriginal> {
  const { file, original, fresh, rules } = input;
  const accepted: Accepted = new Map(input.accepted);
  const added = pages.file - pages.original;
  const rule = rules.find((one) => one.kind === 'pages-at-end' && added > 0 && added <= one.count);
  if (added !== 0 && rule === undefined) return concluded('page-by-page', pages, alignPages(original, file), accepted);
  if (rule !== undefined) accepted.set(rule, new Set(Array.from({ length: added }, (_, at) => pages.original + at + 1)));
  const { differences, unsure, isComplete } = comparePages(original, file, fieldNumbers(file, fresh), rules, accepted);
  const hidden = await hiddenBelow(input, accepted);
  const looks = await rendered(input, unsure, accepted);
  const all = [...differences, ...hidden, ...looks];
  // Nothing that can be read differs: a damaged original is not called changed.
  return all.length === 0 && !isComplete ? withoutComparison('original-not-compared') : concluded('page-by-page', pages, all, accepted);
}

/** Finds pages on which annotations accepted by rules hide content of the original. */
async function hiddenBelow(input: ComparisonInput, accepted: Accepted): Promise<Difference[]> {
  const pages = new Set([...accepted].flatMap(([rule, on]) => (rule.kind === 'area' ? [...on] : [])));
  if (pages.size === 0) return [];
  return withLooks(input.original.bytes, input.file.bytes, (looks) =>
    [...pages].flatMap((page): Difference[] => (looks.isLegible(page - 1, allowedOn(input, page)) ? [] : [{ what: 'appearance', page }])),
  );
}

/**
 * Compares rendered pages; a difference in text takes precedence over one in pixels.
 * @param unsure pages from 0
 * @param accepted gets the rules without which a page would differ
 */
async function rendered(input: ComparisonInput, unsure: readonly number[], accepted: Accepted): Promise<Difference[]> {
  if (unsure.length === 0) return [];
  return withLooks(input.original.bytes, input.file.bytes, (looks) =>
    unsure.flatMap((at, index): Difference[] => {
      input.onPage(index, unsure.length);
      const allowed = allowedOn(input, at + 1);
      const { text, appearance, used } = looks.compare(at, allowed);
      for (const one of used) {
        const rule = allowed.rules[one];
        if (rule !== undefined) accepted.set(rule, (accepted.get(rule) ?? new Set()).add(at + 1));
      }
      return text || appearance ? [{ what: text ? 'text' : 'appearance', page: at + 1 }] : [];
    }),
  );
}

/** Returns the areas of a page that may differ. @param page from 1 */
function allowedOn({ original, fresh, place, rules }: ComparisonInput, page: number): Allowed & { rules: AreaRule[] } {
  const pages = pagesOf(original);
  const dict = pages[page - 1]?.dict;
  const own = rules.filter((rule): rule is AreaRule => rule.kind === 'area' && isAreaOn(rule, page, pages.length));
  const visible = fresh.flatMap((one) => one.places);
  const places = visible.length === 0 && place !== null ? [place] : visible;
  const covered = places.filter((one) => one.page === page).map(({ rect }) => rect);
  if (dict === undefined) return { covered, areas: [], rules: [] };
  const facts = pageFactsOf(original, dict);
  return { covered, areas: own.map((rule) => areaOf(rule, facts)), rules: own };
}

/** Finds missing and added pages by their contents. */
function alignPages(original: PdfFile, file: PdfFile): Difference[] {
  const contentsOf = (one: PdfFile) => pagesOf(one).map(({ dict }) => contentHash(one, dict));
  const [before, after] = [contentsOf(original), contentsOf(file)];
  const differences: Difference[] = [];
  let at = 0;
  for (const [index, content] of after.entries()) {
    const found = before.indexOf(content, at);
    if (found === -1) {
      // A changed page replaces a missing one, as long as there are missing ones.
      const isAdded = after.length - index > before.length - at;
      differences.push({ what: isAdded ? 'page-added' : 'text', page: index + 1 });
      if (!isAdded) at += 1;
      continue;
    }
    for (; at < found; at += 1) differences.push({ what: 'page-missing', page: at + 1 });
    at = found + 1;
  }
  for (; at < before.length; at += 1) differences.push({ what: 'page-missing', page: at + 1 });
  return differences;
}

function contentHash(file: PdfFile, page: PdfDict): string {
  try {
    return hash('sha256', contentOf(file, page) ?? '');
  } catch (thrown) {
    if (thrown instanceof PdfFault) return '';
    throw thrown;
  }
}

function fieldNumbers(file: PdfFile, fresh: readonly FoundSignature[]): ReadonlySet<number> {
  const values = new Set(fresh.map(({ dict }) => dict));
  const isOfOne = ({ type, value }: Field) => nameOf(type) === 'Sig' && values.has(dictOf(file.follow(value)) ?? new Map());
  const fields = fieldsOf(file).filter(isOfOne);
  const numbers = fields.flatMap(({ number, widgets }) => [number, ...widgets.map((widget) => widget.number)]);
  return new Set(numbers.filter((number) => number !== null));
}

type PageCounts = NonNullable<Comparison['pages']>;

function concluded(
  method: Comparison['method'],
  pages: PageCounts,
  differences: readonly Difference[],
  accepted: Accepted,
): ComparedOriginal {
  const isSame = differences.length === 0;
  const comparison: Comparison = {
    method,
    pages,
    differences: differences.toSorted((one, other) => (one.page ?? 0) - (other.page ?? 0)).slice(0, maxDifferences),
    differingPages: new Set(differences.flatMap(({ what, page }) => (page === null ? [] : [`${what === 'page-missing'} ${page}`]))).size,
    accepted: isSame
      ? [...accepted]
          .map(([rule, on]) => ({ rule, pages: [...on].sort((one, other) => one - other) }))
          .filter((one) => one.pages.length > 0)
      : [],
  };
  return { original: isSame ? 'preserved' : 'changed', comparison, findings: isSame ? [] : ['original-changed'] };
}
