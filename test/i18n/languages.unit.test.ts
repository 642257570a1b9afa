import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentStatusSchema } from '../support/doors/domain.ts';
import { problemCodes } from '../support/doors/errors.ts';

type Tree = { [key: string]: string | Tree };

const folders = ['renderer/i18n', 'shared/i18n'];
const read = (path: string): Tree => JSON.parse(readFileSync(path, 'utf8'));

/** `a.b.c` to its words. */
function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, words] of flatten(value, `${prefix}${key}.`)) flat.set(inner, words);
  }
  return flat;
}

const gaps = (words: string): string[] => [...new Set([...words.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? ''))].sort();
/** Plural forms of one key may leave the number out ("1 document"), so they are compared together. */
const stem = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

function gapsByKey(flat: Map<string, string>): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const [key, words] of flat) all[stem(key)] = [...new Set([...(all[stem(key)] ?? []), ...gaps(words)])].sort();
  return all;
}

const namespaces = folders.flatMap((folder) => readdirSync(`${folder}/es`).map((file) => ({ folder, file })));

describe('words in both languages', () => {
  it('has the same files', () => {
    for (const folder of folders) expect(readdirSync(`${folder}/en`).sort()).toEqual(readdirSync(`${folder}/es`).sort());
    expect(namespaces.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['problems.json', 'signing.json', 'settings.json', 'app.json']),
    );
  });

  it.each(namespaces)('$folder/…/$file has the same keys and gaps', ({ folder, file }) => {
    const es = flatten(read(`${folder}/es/${file}`));
    const en = flatten(read(`${folder}/en/${file}`));
    expect([...en.keys()].sort()).toEqual([...es.keys()].sort());
    expect(gapsByKey(en)).toEqual(gapsByKey(es));
    for (const [key, words] of [...es, ...en]) expect(words.trim(), key).not.toBe('');
  });

  it('has three parts for every problem and a word for every status', () => {
    for (const language of ['es', 'en']) {
      const problems = flatten(read(`shared/i18n/${language}/problems.json`));
      // The same part in another context, such as `why_untold` where the provider gave no text.
      const parts = [...problems.keys()].filter((key) => !/\.(?:do|what|why)_\w+$/.test(key));
      expect(parts.sort()).toEqual(problemCodes.flatMap((code) => ['do', 'what', 'why'].map((part) => `${code}.${part}`)).sort());
      expect(Object.keys(read(`shared/i18n/${language}/statuses.json`)).sort()).toEqual([...documentStatusSchema.options].sort());
    }
  });
});
