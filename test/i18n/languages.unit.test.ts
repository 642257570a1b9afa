import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentStatusSchema, languageSchema, settingsSchema } from '../support/doors/domain.ts';
import { problemCodes } from '../support/doors/errors.ts';
import { type Language, languages } from '../support/doors/words.ts';

type Tree = { [key: string]: string | Tree };

const folder = 'shared/i18n';
const foldersOfTexts = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const areas = readdirSync(`${folder}/es`).map((file) => file.replace('.json', ''));

/** `a.b.c` to its words. */
function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, words] of flatten(value, `${prefix}${key}.`)) flat.set(inner, words);
  }
  return flat;
}

const read = (language: string, area: string): Map<string, string> =>
  flatten(JSON.parse(readFileSync(`${folder}/${language}/${area}.json`, 'utf8')) as Tree);

const gaps = (words: string): string[] => [...new Set([...words.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? ''))].sort();

const form = /_(zero|one|two|few|many|other)$/;
/** Plural forms of one key may leave the number out ("1 document"), so they are compared together. */
const stem = (key: string): string => key.replace(form, '');

function gapsByKey(flat: Map<string, string>): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const [key, words] of flat) all[stem(key)] = [...new Set([...(all[stem(key)] ?? []), ...gaps(words)])].sort();
  return all;
}

/** Forms of each key that has several; `zero` is optional in every language. */
function formsByKey(flat: Map<string, string>): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const key of flat.keys()) {
    const [, name] = form.exec(key) ?? [];
    if (name !== undefined && name !== 'zero') all[stem(key)] = [...(all[stem(key)] ?? []), name];
  }
  return all;
}

it('has one folder for each language of the list, and settings and contract offer the same ones', () => {
  expect(foldersOfTexts.sort()).toEqual([...languages].sort());
  expect([...languageSchema.options].sort()).toEqual([...languages].sort());
  for (const language of ['system', ...languages]) expect(settingsSchema.parse({ language }).language).toBe(language);
});

it('has an installer in each language', () => {
  const builder = readFileSync('electron-builder.yml', 'utf8');
  for (const key of ['electronLanguages', 'installerLanguages']) {
    const tags = new RegExp(`${key}: \\[(.*)\\]`).exec(builder)?.[1]?.split(', ') ?? [];
    expect([...new Set(tags.map((tag) => tag.slice(0, 2)))].sort(), key).toEqual([...languages].sort());
  }
});

describe.each(languages)('texts in %s', (language: Language) => {
  it('has the same files', () => {
    expect(readdirSync(`${folder}/${language}`).sort()).toEqual(areas.map((area) => `${area}.json`).sort());
    expect(areas).toEqual(expect.arrayContaining(['problems', 'signing', 'settings', 'app', 'cli', 'shell']));
  });

  it.each(areas)('%s has the same keys and gaps, and words everywhere', (area) => {
    const [own, reference] = [read(language, area), read('es', area)];
    expect(gapsByKey(own)).toEqual(gapsByKey(reference));
    for (const [key, words] of own) expect(words.trim(), key).not.toBe('');
  });

  it.each(areas)('%s has each number in the forms of the language', (area) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    // The form of millions is "other" where it has no text of its own.
    const needed = pluralCategories.filter((name) => name !== 'many');
    for (const [key, forms] of Object.entries(formsByKey(read(language, area)))) {
      expect(pluralCategories, key).toEqual(expect.arrayContaining(forms));
      expect(forms, key).toEqual(expect.arrayContaining(needed));
    }
  });

  it.each(areas)('%s says the number wherever a form holds for several', (area) => {
    const rules = new Intl.PluralRules(language);
    const texts = read(language, area);
    for (const [key, words] of texts) {
      const saysNumber = gaps(words).some((gap) => gap === 'count' || gap === 'amount');
      if (!key.endsWith('_one') || saysNumber || rules.select(0) !== 'one') continue;
      // Where zero takes the form of one, a text without the number would say "1" of zero.
      expect(texts.has(`${stem(key)}_zero`), key).toBe(true);
    }
  });

  it('quotes what a provider says, so that its end and the next sentence are told apart', () => {
    const said = [...read(language, 'problems').values()].filter((words) => words.includes('{{providerText}}'));
    expect(said.length).toBeGreaterThan(5);
    for (const words of said) expect(words).toMatch(/[“«]\{\{providerText\}\}[”»]( \(\{\{status\}\}\))?\.$/);
  });

  it('has three parts for every problem and a word for every status', () => {
    // The same part in another context, such as `why_unexplained` where the provider gave no text.
    const parts = [...read(language, 'problems').keys()].filter((key) => !/\.(?:do|what|why)_\w+$/.test(key));
    expect(parts.sort()).toEqual(problemCodes.flatMap((code) => ['do', 'what', 'why'].map((part) => `${code}.${part}`)).sort());
    expect([...read(language, 'statuses').keys()].sort()).toEqual([...documentStatusSchema.options].sort());
  });
});
