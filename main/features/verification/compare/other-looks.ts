/** Finds what a page may show elsewhere than in a picture of PDFium: on paper, or in a viewer with more functions. */
import { catalogOf, dictsIn } from '../../../platform/pdf/file/document.ts';
import { inherited } from '../../../platform/pdf/file/page-facts.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { dictsWithin } from '../../../platform/pdf/file/reachable.ts';
import { dictOf, isArray, isName, isStream, nameOf, type PdfDict, type PdfValue } from '../../../platform/pdf/file/syntax.ts';

/** Other pictures for paper, pictures and pages of other files, and curves that change colours. */
const elsewhere = ['Alternates', 'OPI', 'Ref'];
const curves = ['TR', 'TR2'];

/**
 * Whether a page looks the same on the screen, on paper and in other viewers, so that its picture says what it shows.
 * @throws PdfFault when its resources cannot be read
 */
export function looksAlikeEverywhere(file: PdfFile, page: PdfDict): boolean {
  const layers = dictOf(file.follow(dictOf(file.follow(catalogOf(file).get('OCProperties')))?.get('D')));
  const automatic = file.follow(layers?.get('AS'));
  if (isArray(automatic) && automatic.length > 0) return false;
  const contents = file.follow(page.get('Contents'));
  const isInFile = (part: PdfValue) => isStream(part) && !part.dict.has('F');
  if (contents !== null && !(isArray(contents) ? contents : [contents]).every((part) => isInFile(file.follow(part)))) return false;
  const looks = dictsIn(file, page.get('Annots')).map(({ dict }) => dict.get('AP') ?? null);
  for (const dict of dictsWithin(file, [inherited(file, page, 'Resources'), ...looks])) {
    if (elsewhere.some((key) => dict.has(key)) || nameOf(file.follow(dict.get('Subtype'))) === 'PS') return false;
    if (curves.some((key) => dict.has(key) && !isName(file.follow(dict.get(key))))) return false;
  }
  return true;
}
