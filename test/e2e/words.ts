/**
 * The words of the screens by the keys of the resource files, so that a spec finds a control whatever it says:
 *
 *   const t = words('en');
 *   page.getByRole('button', { name: t('signing.send.act', { count: 3 }) });
 *   page.getByText(t.pattern('signing.saved'));
 *
 * Words are written out only where a test is about the words themselves.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, ScreenWords, Texts } from '../support/doors/words.ts';
import { repository } from './electron-binary.ts';

type Words = ScreenWords & Pick<Texts, 'shell'>;

type Tree = { [key: string]: string | Tree };
/** `a.b.c` of every text; a text in several numbers has one key, as in the screens' own code. */
type Paths<T> = { [K in keyof T & string]: T[K] extends string ? WithoutNumber<K> : `${K}.${Paths<T[K]>}` }[keyof T & string];
type WithoutNumber<K extends string> = K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem | K : K;

export type Namespace = keyof Words & string;
export type KeyOf<N extends Namespace> = Paths<Words[N]>;
export type Key = { [N in Namespace]: `${N}.${KeyOf<N>}` }[Namespace];
type Values = Record<string, string | number>;

export type Translate<K extends string> = {
  /** The words; values for all of its gaps. */
  (key: K, values?: Values): string;
  /** A pattern of the words, in which a gap without a value is any text; of all numbers, where no count is given. */
  pattern(key: K, values?: Values, flags?: string): RegExp;
};
export type AllWords = Translate<Key> & { in<N extends Namespace>(namespace: N): Translate<KeyOf<N>> };

function readWords(language: Language): Tree {
  const folder = join(repository, 'shared/i18n', language);
  const read = (file: string): Tree => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return Object.fromEntries(readdirSync(folder).map((file) => [file.replace('.json', ''), read(file)]));
}

const gap = /\{\{\s*-?\s*(\w+)[^}]*\}\}/g;
/** Counts have the separators of the language. */
const counts = ['count', 'total', 'done'];
const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function translator(language: Language, tree: Tree): Translate<string> {
  /** The text of a key, or its texts in all numbers where the number is not known. */
  function textsOf(key: string, values: Values): string[] {
    const steps = key.split('.');
    const last = steps.pop() ?? '';
    let level: string | Tree | undefined = tree;
    for (const step of steps) level = typeof level === 'object' ? level[step] : undefined;
    const branch = typeof level === 'object' ? level : {};
    const plain = branch[last];
    if (typeof plain === 'string') return [plain];
    const form = typeof values.count === 'number' ? new Intl.PluralRules(language).select(values.count) : null;
    const forms = Object.entries(branch).filter(([name, text]) => name.startsWith(`${last}_`) && typeof text === 'string');
    const zero = forms.filter(([name]) => values.count === 0 && name === `${last}_zero`);
    const chosen = zero.length > 0 ? zero : forms.filter(([name]) => name === `${last}_${form}`);
    const texts = (chosen.length > 0 || form === null ? chosen : forms.filter(([name]) => name === `${last}_other`)).map(
      ([, text]) => text,
    );
    const found = form === null ? forms.map(([, text]) => text) : texts;
    if (found.length === 0) throw new Error(`no words under ${key}`);
    return found as string[];
  }

  const written = (name: string, value: string | number | undefined) => (counts.includes(name) ? value?.toLocaleString(language) : value);
  const t = (key: string, values: Values = {}): string => {
    const [text = '', ...others] = textsOf(key, values);
    if (others.length > 0) throw new Error(`${key} needs a count`);
    return text.replaceAll(gap, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${key} needs ${name}`);
      return String(written(name, value));
    });
  };
  const patternOf = (text: string, values: Values) => {
    const parts = text.split(gap);
    return parts
      .map((part, at) => (at % 2 === 0 ? literally(part) : part in values ? literally(String(written(part, values[part]))) : '.+'))
      .join('');
  };
  const pattern = (key: string, values: Values = {}, flags = ''): RegExp => {
    const sources = [...new Set(textsOf(key, values).map((text) => patternOf(text, values)))];
    return new RegExp(sources.length === 1 ? (sources[0] ?? '') : `(?:${sources.join('|')})`, flags);
  };
  return Object.assign(t, { pattern });
}

const known = new Map<Language, AllWords>();

/** The words of one language, read once in a process. */
export function words(language: Language): AllWords {
  const before = known.get(language);
  if (before !== undefined) return before;
  const tree = readWords(language);
  const made = Object.assign(translator(language, tree), {
    in: <N extends Namespace>(namespace: N) => translator(language, tree[namespace] as Tree) as Translate<KeyOf<N>>,
  }) as AllWords;
  known.set(language, made);
  return made;
}
