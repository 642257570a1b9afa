/** Compares the objects of two files page by page, independent of object numbers and packing. */
import { isDeepStrictEqual } from 'node:util';
import type { ProviderRule } from '../../../../shared/domain/verification/provider-rule.ts';
import type { Difference } from '../../../../shared/domain/verification/verification.ts';
import { catalogOf, type Field, type Found, fieldsOf, pagesOf } from '../../../platform/pdf/file/document.ts';
import { ambiguousFacts, inherited, pageFactsOf } from '../../../platform/pdf/file/page-facts.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { isWhole } from '../../../platform/pdf/file/reachable.ts';
import { decoded } from '../../../platform/pdf/file/streams.ts';
import { dictOf, isArray, isRef, isStream, nameOf, type PdfDict, PdfFault, type PdfValue } from '../../../platform/pdf/file/syntax.ts';
import { hasEarlierResources } from '../changes/earlier-resources.ts';
import { hasPlainFlags, isPlainSignature } from '../changes/new-signatures.ts';
import { type Accepted, createAdditions } from '../changes/provider-additions.ts';
import { isQuietEntry, quietKeys } from '../changes/quiet-entries.ts';
import { looksAlikeEverywhere } from './other-looks.ts';
import { type Comparer, createComparer } from './same-objects.ts';
import { signatureElements } from './signature-elements.ts';

/** Entries of pages that are compared elsewhere, or that are not visible. */
const ofPages =
  'Parent Annots Contents Resources MediaBox CropBox Rotate UserUnit LastModified PieceInfo Metadata Thumb Tabs StructParents Type';
const pageKeys = new Set(ofPages.split(' '));
const catalogKeys = new Set('Pages AcroForm DSS Metadata Extensions Version Type PieceInfo Perms'.split(' '));
/**
 * Entries that a file has to have when the original has them. A file that was put together from copies of the pages has no others: those
 * of ISO 32000-2 show nothing on a page, and the rest are private to a program.
 */
const lasting = new Set(
  'AA AF Collection Dests DPartRoot Legal Names NeedsRendering OCProperties OutputIntents Requirements SpiderInfo Threads URI'.split(' '),
);
/** Some signers give a form a type, which it does not have. */
const formKeys = new Set(['Fields', 'SigFlags', 'NeedAppearances', 'DR', 'DA', 'Type']);
const fieldKeys = new Set(['AP', 'P', 'Kids', 'Parent']);
const lookKeys = new Set(['AP', 'P']);

/**
 * `unsure`: pages (from 0) that may look different and have to be rendered. `isComplete`: false when parts were not compared because the
 * original is damaged; they count as neither the same nor different.
 */
export type PagesCompared = { differences: Difference[]; unsure: number[]; isComplete: boolean };

/** The data for comparing two files with the same number of pages. */
type Compared = {
  original: PdfFile;
  now: PdfFile;
  comparer: Comparer;
  isNewSignature: (item: PdfValue) => boolean;
  isAccepted: (page: number, annotation: PdfValue) => boolean;
  /** Returns whether a comparison finds the same; when an object cannot be read, whether that is due to the original. */
  attempt: (isSame: () => boolean) => boolean;
};

/**
 * Compares the pages of two files.
 * @param newFields numbers of the fields of new signatures and of their widgets
 * @param accepted gets the rules that accept annotations
 * @throws PdfFault
 */
export function comparePages(
  original: PdfFile,
  now: PdfFile,
  newFields: ReadonlySet<number>,
  rules: readonly ProviderRule[],
  accepted: Accepted,
): PagesCompared {
  const [before, after] = [pagesOf(original), pagesOf(now)];
  const side = (file: PdfFile, pages: readonly Found[]) => ({
    file,
    pages: new Map(pages.flatMap(({ number }, at) => (number === null ? [] : [[number, at] as const]))),
  });
  const isNewSignature = (item: PdfValue) => isRef(item) && newFields.has(item.number);
  const { attempt, isComplete } = createAttempt(original);
  const added = new Set<number>();
  // Without a readable tree nothing is left out of it.
  attempt(() => {
    for (const number of signatureElements(now, isNewSignature)) added.add(number);
    return true;
  });
  const comparer = createComparer(side(original, before), { ...side(now, after), added });
  const isAccepted = createAdditions(original, now, rules, accepted, () => true);
  const compared: Compared = { original, now, comparer, isNewSignature, isAccepted, attempt };
  const differences: Difference[] = [];
  const unsure: number[] = [];
  for (const [at, { dict }] of before.entries()) {
    const other = after[at];
    if (other === undefined) continue;
    const page = at + 1;
    const shape = (file: PdfFile, of: PdfDict) => [pageFactsOf(file, of), ambiguousFacts(file, of)];
    if (!isDeepStrictEqual(shape(original, dict), shape(now, other.dict))) differences.push({ what: 'size', page });
    if (!attempt(() => comparer.sameEntries(dict, other.dict, pageKeys))) differences.push({ what: 'document', page });
    const annotations = compareAnnotations(compared, at, dict, other.dict);
    if (annotations === 'different') differences.push({ what: 'annotations', page });
    if (annotations !== 'look-different' && isSameContent(compared, dict, other.dict)) continue;
    if (attempt(() => looksAlikeEverywhere({ file: original, page: dict }, { file: now, page: other.dict }, comparer.same)))
      unsure.push(at);
    else differences.push({ what: 'appearance', page });
  }
  if (!attempt(() => isSameForm(compared))) differences.push({ what: 'form', page: null });
  const [catalog, later] = [catalogOf(original), catalogOf(now)];
  const dropped = [...catalog.keys()].filter((key) => !lasting.has(key) && !later.has(key));
  const quiet = quietKeys.filter((key) => !catalog.has(key) && attempt(() => isQuietEntry(now, key, later.get(key))));
  if (!attempt(() => comparer.sameEntries(catalog, later, new Set([...catalogKeys, ...dropped, ...quiet]))))
    differences.push({ what: 'document', page: null });
  return { differences, unsure, isComplete: isComplete() };
}

/** A value that cannot be unpacked or read is never the same as another, unless the original was sent with such values. */
function createAttempt(original: PdfFile): Pick<Compared, 'attempt'> & { isComplete: () => boolean } {
  let isComplete = true;
  const attempt = (isSame: () => boolean): boolean => {
    try {
      return isSame();
    } catch (thrown) {
      if (!(thrown instanceof PdfFault)) throw thrown;
      if (isComplete) isComplete = isWhole(original);
      return !isComplete;
    }
  };
  return { attempt, isComplete: () => isComplete };
}

/** Whether content and resources are the same as written; false when they cannot be read: the page is rendered then. */
function isSameContent({ original, now, comparer }: Compared, before: PdfDict, after: PdfDict): boolean {
  try {
    if (!comparer.same(inherited(original, before, 'Resources'), inherited(now, after, 'Resources'))) return false;
    const [one, other] = [contentOf(original, before), contentOf(now, after)];
    return one !== null && other !== null && one.equals(other);
  } catch (thrown) {
    if (thrown instanceof PdfFault) return false;
    throw thrown;
  }
}

/** Returns the content of a page, joined as readers do; null when a part cannot be unpacked. @throws PdfFault */
export function contentOf(file: PdfFile, page: PdfDict): Buffer | null {
  const contents = file.follow(page.get('Contents'));
  const parts: Buffer[] = [];
  for (const item of isArray(contents) ? contents : [contents]) {
    const stream = file.follow(item);
    if (stream === null && contents === null) continue;
    // Some readers show nothing of a page with a part that is missing.
    if (!isStream(stream) || stream.dict.has('F')) return null;
    const { bytes, filters } = decoded(file, stream);
    if (filters.length > 0) return null;
    parts.push(bytes, Buffer.from('\n'));
  }
  return Buffer.concat(parts);
}

/** Compares annotations: those of the original must be in order, and new ones must be signatures or accepted. */
function compareAnnotations(compared: Compared, page: number, before: PdfDict, after: PdfDict): 'same' | 'look-different' | 'different' {
  const { original, now, comparer, isNewSignature, isAccepted, attempt } = compared;
  const [first, second] = [original.follow(before.get('Annots')), now.follow(after.get('Annots'))];
  const rest = isArray(first) ? [...first] : [];
  let result: 'same' | 'look-different' = 'same';
  for (const item of isArray(second) ? second : []) {
    const [one, other] = [dictOf(original.follow(rest[0])), dictOf(now.follow(item))];
    if (isNewSignature(item)) {
      // The new signature fills an empty field of the original.
      if (one !== null && other !== null && isEmptyOf(compared, one, other)) rest.shift();
      else if (other === null || !isPlainSignature(now, other)) return 'different';
    } else if (rest.length > 0 && attempt(() => comparer.same(rest[0], item))) rest.shift();
    else if (isAccepted(page, item)) continue;
    else if (
      one !== null &&
      other !== null &&
      attempt(() => comparer.sameEntries(one, other, lookKeys)) &&
      hasOneLook(compared, one, other)
    ) {
      rest.shift();
      result = 'look-different';
    } else return 'different';
  }
  return rest.length === 0 ? result : 'different';
}

const signedKeys = new Set(['V', 'AP', 'AS', 'M', 'F', 'MK', 'P', 'Parent', 'Lock', 'Kids']);

const isEmptyOf = ({ now, comparer, attempt }: Compared, one: PdfDict, other: PdfDict): boolean =>
  !one.has('V') && attempt(() => comparer.sameEntries(one, other, signedKeys)) && hasPlainFlags(now, other);

/**
 * Whether annotations may be compared by their looks on the page. Those that PDFium does not draw (form fields), that a click changes or
 * that paper shows otherwise must be equal as written.
 */
function hasOneLook({ original, now }: Compared, one: PdfDict, other: PdfDict): boolean {
  if (nameOf(original.follow(one.get('Subtype'))) === 'Widget' || !hasPlainFlags(original, one)) return false;
  const looks = [dictOf(original.follow(one.get('AP'))), dictOf(now.follow(other.get('AP')))];
  return looks.every((look, at) => look === null || (look.size === 1 && isStream((at === 0 ? original : now).follow(look.get('N')))));
}

function isSameForm(compared: Compared): boolean {
  const { original, now, comparer, isNewSignature } = compared;
  const formOf = (file: PdfFile): PdfDict => dictOf(file.follow(catalogOf(file).get('AcroForm'))) ?? new Map();
  const [before, after] = [formOf(original), formOf(now)];
  if (!comparer.sameEntries(before, after, formKeys)) return false;
  const needs = now.follow(after.get('NeedAppearances'));
  if (needs === true && original.follow(before.get('NeedAppearances')) !== true) return false;
  const [resources, later] = [
    { file: original, resources: before.get('DR') },
    { file: now, resources: after.get('DR') },
  ];
  if (!hasEarlierResources(resources, later, comparer.same)) return false;
  if (before.has('DA') && !comparer.same(before.get('DA'), after.get('DA'))) return false;
  const isNew = ({ number, widgets }: Field) =>
    [number, ...widgets.map((one) => one.number)].some(
      (one) => one !== null && isNewSignature({ kind: 'ref', number: one, generation: 0 }),
    );
  const fresh = fieldsOf(now).filter(isNew);
  const isFilledBy = (field: Field, { name, dict }: Field) =>
    nameOf(field.type) === 'Sig' && field.value === null && field.name === name && isEmptyOf(compared, field.dict, dict);
  const isFilled = (field: Field) => fresh.some((one) => isFilledBy(field, one));
  if (!fresh.every((one) => isPlainSignature(now, one.dict) || fieldsOf(original).some((field) => isFilledBy(field, one)))) return false;
  const [fields, others] = [fieldsOf(original).filter((field) => !isFilled(field)), fieldsOf(now).filter((field) => !isNew(field))];
  return (
    fields.length === others.length &&
    fields.every((field, at) => {
      const other = others[at];
      return (
        other !== undefined &&
        field.name === other.name &&
        comparer.same(field.type, other.type) &&
        comparer.same(field.value, other.value) &&
        comparer.sameEntries(field.dict, other.dict, fieldKeys)
      );
    })
  );
}
