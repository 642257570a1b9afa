/** The check of words finds one that is out in a file's name, each kind of export, a comment and a title, and nothing in good ones. */
import { expect, test } from 'vitest';

// Plain JavaScript, as all scripts are: it has no types of its own.
const script = new URL('../../scripts/names.mjs', import.meta.url).href;
const { wrongNames, wrongSentences } = (await import(script)) as Record<
  'wrongNames' | 'wrongSentences',
  (path: string, text: string) => string[]
>;

test.each([
  ['main/a/kept-files.ts', '', 'kept-files: "kept"'],
  ['renderer/KeptBanner.tsx', '', 'KeptBanner: "kept"'],
  ['main/a.ts', 'export function toldOf(): void {}', 'toldOf: "told"'],
  ['main/a.ts', 'export async function mostShown() {}', 'mostShown: "most"'],
  ['main/a.ts', 'export const longestName = 3;', 'longestName: "longest"'],
  ['main/a.ts', 'export type CaseView = 1;', 'CaseView: "case"'],
])('%s with %j is refused', (path, text, named) => {
  expect(wrongNames(path, text).join()).toContain(named);
});

test('good names pass, and so do names inside of a file', () => {
  expect(wrongNames('main/visit-service.ts', 'export type VisitView = 1;\nexport const maxShown = 2;\nconst kept = 3;')).toEqual([]);
});

test.each([
  ['main/a.ts', '/** Rows that are k\u0065pt. */', 1],
  ['main/a.ts', 'const a = 1; // t\u006fld by the page', 1],
  ['test/a.test.ts', "test('n\u006fbody is asked', () => {})", 1],
  ['main/a.ts', "const text = 'n\u006fbody';", 0],
  ['main/a.ts', '/** Stores rows. */', 0],
])('%s with %j has %d words that are out', (path, text, count) => {
  expect(wrongSentences(path, text)).toHaveLength(count);
});
