/** Finds what a page may show elsewhere than in a picture of PDFium: on paper, or in a viewer with more functions. */
import { catalogOf, dictsIn } from '../../../platform/pdf/file/document.ts';
import { inherited } from '../../../platform/pdf/file/page-facts.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { dictsWithin } from '../../../platform/pdf/file/reachable.ts';
import { dictOf, isArray, isName, isStream, nameOf, type PdfDict, type PdfValue } from '../../../platform/pdf/file/syntax.ts';

/** Other pictures for paper, pictures and pages of other files, and curves that change colours. */
const elsewhere = ['Alternates', 'OPI', 'Ref'];
const curves = ['TR', 'TR2'];
/** What PDFium does not heed and other viewers do: the meaning of device colours, and paint that lets through what is below it. */
const unheeded = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK', 'OP', 'op', 'TransferFunction'];

/** A page of a file. */
type Side = { file: PdfFile; page: PdfDict };

/**
 * Whether a page looks the same on the screen, on paper and in other viewers, so that its picture says what it shows.
 * @param original the page as it was sent @param same compares two values
 * @throws PdfFault when its resources cannot be read
 */
export function looksAlikeEverywhere(
  original: Side,
  { file, page }: Side,
  same: (one: PdfValue | undefined, other: PdfValue | undefined) => boolean,
): boolean {
  const layers = dictOf(file.follow(dictOf(file.follow(catalogOf(file).get('OCProperties')))?.get('D')));
  const automatic = file.follow(layers?.get('AS'));
  if (isArray(automatic) && automatic.length > 0) return false;
  const contents = file.follow(page.get('Contents'));
  const isInFile = (part: PdfValue) => isStream(part) && !part.dict.has('F');
  if (contents !== null && !(isArray(contents) ? contents : [contents]).every((part) => isInFile(file.follow(part)))) return false;
  for (const dict of resourcesOf({ file, page })) {
    if (elsewhere.some((key) => dict.has(key)) || nameOf(file.follow(dict.get('Subtype'))) === 'PS') return false;
    if (curves.some((key) => dict.has(key) && !isName(file.follow(dict.get(key))))) return false;
  }
  const [before, after] = [unheededIn(original), unheededIn({ file, page })];
  const isIn = (key: string, value: PdfValue) => before.some((one) => one.key === key && same(one.value, value));
  return after.every(({ key, value }) => isIn(key, value));
}

/** Yields the dictionaries of the resources of a page and of the looks on it. @throws PdfFault */
const resourcesOf = ({ file, page }: Side): Generator<PdfDict> =>
  dictsWithin(file, [inherited(file, page, 'Resources'), ...dictsIn(file, page.get('Annots')).map(({ dict }) => dict.get('AP') ?? null)]);

const unheededIn = (side: Side): { key: string; value: PdfValue }[] =>
  [...resourcesOf(side)].flatMap((dict) =>
    unheeded.flatMap((key) => {
      const value = dict.get(key) ?? false;
      return side.file.follow(value) === false ? [] : [{ key, value }];
    }),
  );
