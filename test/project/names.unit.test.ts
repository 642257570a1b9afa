/** The check of names finds a word that is out in the name of a file and of each kind of export, and nothing in good ones. */
import { expect, test } from 'vitest';

// Plain JavaScript, as all scripts are: it has no types of its own.
const script = new URL('../../scripts/names.mjs', import.meta.url).href;
const { wrongNames } = (await import(script)) as { wrongNames(path: string, text: string): string[] };

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
