/** The check of words finds one that is out in a file's name, each kind of declaration, a code, a key, a comment and a title, and nothing in good ones. */
import { expect, test } from 'vitest';
import { wrongKeys, wrongNames, wrongSentences, wrongTexts } from '../../scripts/names.mjs';

test.each([
  ['main/a/kept-files.ts', '', 'kept-files: "kept"'],
  ['renderer/KeptBanner.tsx', '', 'KeptBanner: "kept"'],
  ['main/a.ts', 'export function toldOf(): void {}', 'toldOf: "told"'],
  ['main/a.ts', 'export async function mostShown() {}', 'mostShown: "most"'],
  ['main/a.ts', 'export const longestName = 3;', 'longestName: "longest"'],
  ['main/a.ts', 'export type CaseView = 1;', 'CaseView: "case"'],
  ['main/a.ts', 'const keptRows = 3;', 'keptRows: "kept"'],
  ['main/a.ts', 'async function tellTold() {}', 'tellTold: "told"'],
  ['main/a.ts', 'function a() {\n  let twin = 1;\n}', 'twin: "twin"'],
  ['main/a.ts', 'type A = {\n  readonly held?: number;\n};', 'held: "held"'],
  ['main/a.ts', '  CREATE TABLE a (\n    told_at INTEGER,', 'told_at: "told"'],
  ['main/a.ts', "const code = 'service-not-kept';", 'service-not-kept: "kept"'],
  ['main/a.ts', "t('queue:delivery.keptAside')", 'keptAside: "aside"'],
])('%s with %j is refused', (path, text, named) => {
  expect(wrongNames(path, text).join()).toContain(named);
});

test.each([
  ['main/visit-service.ts', 'export type VisitView = 1;\nexport const maxShown = 2;\nconst stored = 3;'],
  // Other meanings: a given name, the case of a switch; a sentence and a comment.
  ['main/a.ts', "const given = 1;\nswitch (given) {\n  case 1:\n}\nconst text = 'It was kept.'; // const k\u0065pt"],
  // Contents of tests.
  ['test/a.test.ts', "write('kept')"],
])('in %s the names of %j pass', (path, text) => {
  expect(wrongNames(path, text)).toEqual([]);
});

test('a text with a word that is out is refused, a key is not', () => {
  expect(wrongTexts('shared/i18n/en/queue.json', '{ "held": "Sent by its\u0065lf.", "line": "On that line" }')).toEqual([
    'shared/i18n/en/queue.json: "by its\u0065lf" in "Sent by its\u0065lf."',
  ]);
});

test('a key of a resource file is refused, a text is not', () => {
  expect(wrongKeys('shared/i18n/en/queue.json', '{ "heldLabel": "kept", "label": "held" }')).toEqual([
    'shared/i18n/en/queue.json: heldLabel: "held" is blocked, or lease',
  ]);
});

test.each([
  ['main/a.ts', '/** Rows that are k\u0065pt. */', 1],
  ['main/a.ts', 'const a = 1; // t\u006fld by the page', 1],
  ['test/a.test.ts', "test('n\u006fbody is asked', () => {})", 1],
  ['main/a.ts', "const text = 'n\u006fbody';", 0],
  ['test/a.ts', '// The file bes\u0069de it.', 1],
  ['main/a.ts', '// The row st\u0061nds there.', 1],
  ['test/a.ts', '// One thing st\u0061nds for another.', 0],
  ['main/a.ts', '/** Stores rows. */', 0],
  ['docs/a.md', '# Rows\n\nThat are k\u0065pt, `kept` by name.', 1],
])('%s with %j has %d words that are out', (path, text, count) => {
  expect(wrongSentences(path, text)).toHaveLength(count);
});
