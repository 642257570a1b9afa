/** Entries of the catalog that some signers add, and that show and run nothing: a file may get them. */
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { dictOf, isName, isString, nameOf, type PdfValue } from '../../../platform/pdf/file/syntax.ts';

const isFlag = (value: PdfValue): boolean => typeof value === 'boolean';
/** Without the boxes that cut the page, on the screen or on paper (ISO 32000-1, 12.2). */
const preferences = new Set(
  'CenterWindow Direction DisplayDocTitle Duplex FitWindow HideMenubar HideToolbar HideWindowUI NumCopies PickTrayByPDFSize PrintScaling'.split(
    ' ',
  ),
);
/** Panels next to the page. Those of the layers switch content, and a full screen hides the signatures. */
const panels = new Set(['UseNone', 'UseOutlines', 'UseThumbs', 'UseAttachments']);

type Test = (value: PdfValue) => boolean;

/** Whether a dictionary has entries of this kind alone; none is a reference. */
const each =
  (isQuiet: (value: PdfValue, key: string) => boolean): Test =>
  (value) => {
    const dict = dictOf(value);
    return dict !== null && [...dict].every(([key, item]) => isQuiet(item, key));
  };

const tests: Readonly<Record<string, Test>> = {
  Lang: isString,
  Legal: each((item) => typeof item === 'number' || isFlag(item) || isString(item)),
  MarkInfo: each(isFlag),
  PageMode: (value) => panels.has(nameOf(value) ?? ''),
  ViewerPreferences: each((item, key) => preferences.has(key) && (isFlag(item) || isName(item) || typeof item === 'number')),
};

export const quietKeys: readonly string[] = Object.keys(tests);

/** Whether an entry of the catalog, which an earlier version of the file lacks, shows and runs nothing. */
export const isQuietEntry = (file: PdfFile, key: string, value: PdfValue | undefined): boolean => tests[key]?.(file.follow(value)) ?? false;
