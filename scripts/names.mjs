/** Words that the vocabulary rules out (words.md of the design): in names, codes and keys, in comments and titles of tests, and in documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './lib/project.mjs';

/** Word → the word for it, in every declared name and every code. */
const outEverywhere = {
  anew: 'again',
  aside: 'quarantined',
  asker: 'scheduler',
  deed: 'event',
  deeds: 'events',
  held: 'blocked, or lease',
  kept: 'stored',
  patience: 'backoff, or maxX',
  told: 'reported, emitted',
  twin: 'duplicate',
  whose: 'the name of the relation',
};
/** In names of files and exported names also. Inside of a file they have other meanings (a given name, the case of a switch). */
const out = {
  ...outEverywhere,
  book: 'repository',
  case: 'visit',
  given: 'the name of what is given',
  longest: 'max',
  mass: 'bulk',
  most: 'max',
};

/** `useLongWords` and `use-long-words` are `use`, `long`, `words`. */
const wordsOf = (name) => name.split(/(?=[A-Z])|[-_.:]/).map((word) => word.toLowerCase());

/** @returns a line for each name of the file that has a word which is out */
export function wrongNames(path, text) {
  const exported = [...text.matchAll(/^export (?:abstract )?(?:async )?(?:function\*?|const|let|type|class) (\w+)/gm)].map(
    ([, name]) => name,
  );
  return [
    ...refused(path, [basename(path).replace(/\.tsx?$/, ''), ...exported], out),
    ...refused(path, declaredNames(text), outEverywhere),
    ...(path.startsWith('test/') ? [] : refused(path, codes(text), outEverywhere)),
  ];
}

/** @returns a line for each key of a resource file (`shared/i18n`) with a word which is out */
export const wrongKeys = (path, text) =>
  refused(
    path,
    [...text.matchAll(/"([\w-]+)":/g)].map(([, key]) => key),
    outEverywhere,
  );

const refused = (path, names, words) =>
  names.flatMap((name) =>
    wordsOf(name)
      .filter((word) => Object.hasOwn(words, word))
      .map((word) => `${path}: ${name}: "${word}" is ${words[word]}`),
  );

/** What a keyword declares, members that begin a line, and columns of the database. */
const declaredNames = (text) =>
  [
    ...withoutComments(text).matchAll(
      /^ +(?:const|let|function\*?|async function|type) (\w+)|^(?:async )?(?:function\*?|const|let|type|class) (\w+)|^ +(?:readonly )?(\w+)\??: |^ {4}([a-z_]+) (?:TEXT|INTEGER|BLOB)/gm,
    ),
  ].map(([, ...names]) => names.find((name) => name !== undefined));

/** Strings that are codes or keys: words with `-`, `.` or `:` between them. */
const codes = (text) => [...withoutComments(text).matchAll(/'([a-z]\w*(?:[-.:]\w+)*)'/g)].map(([, code]) => code);
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|[ \t])\/\/ .*$/gm, '');

/** Words of the old style, in comments, in titles of tests and in documents. */
const outInSentences = /\b(kept|told|deeds?|twins?|asker|whom|anew|nobody|at hand|by itself|by themselves|beside|meanwhile|goes on)\b/gi;
/** In the comments of the product also: */
const outInProduct = /\b(held|given|stands)\b/gi;

/** In English texts of the screens and the command line. */
const outInTexts = /\b(kept|told|whom|anew|nobody|somebody|held|beside|meanwhile|at hand|by itself|by themselves|the line)\b/gi;

/** @returns a line for each text of an English resource file with a word which is out */
export const wrongTexts = (path, text) =>
  [...text.matchAll(/": ("(?:[^"\\]|\\.)*")/g)].flatMap(([, value]) =>
    [...value.matchAll(outInTexts)].map(([word]) => `${path}: "${word}" in ${value}`),
  );

/** @returns a line for each word which is out in a comment, a title of a test or a document; names in backticks may be any */
export function wrongSentences(path, text) {
  const blanked = (name) => ' '.repeat(name.length);
  const passages = path.endsWith('.md') ? /[\s\S]+/g : /\/\*[\s\S]*?\*\/|(?<=^|[ \t])\/\/ .*$/gm;
  const comments = [...text.matchAll(passages)].map(({ 0: sentence, index }) => ({
    sentence: sentence.replace(/`[^`\n]*`/g, blanked),
    index,
  }));
  const titles = /\.(test|spec)\.ts$/.test(path)
    ? [...text.matchAll(/\b(?:test|describe)(?:\.\w+)?\((["'`])(?:.*?)\1/g)].map(({ 0: sentence, index }) => ({ sentence, index }))
    : [];
  const out = /^(test|scripts)\/|\.md$/.test(path) ? [outInSentences] : [outInSentences, outInProduct];
  return [...comments, ...titles].flatMap(({ sentence, index }) =>
    out
      .flatMap((words) => [...sentence.matchAll(words)])
      .map((word) => `${path}:${text.slice(0, index + word.index).split('\n').length}: "${word[0]}" in a sentence`),
  );
}

if (import.meta.filename === process.argv[1]) {
  const product = ['main', 'renderer', 'shared', 'preload', 'practice', 'hub'];
  const filesIn = (folders, ending) =>
    folders
      .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path).replaceAll('\\', '/')))
      .filter((path) => ending.test(path));
  const sources = (folders) => filesIn(folders, /\.(tsx?|mjs)$/);
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const files = sources(product);
  const resources = filesIn(['shared/i18n'], /\.json$/);
  const documents = ['README.md', ...filesIn([...product, 'build', 'docs', 'test'], /\.md$/)];
  const names = [
    ...[...files, ...sources(['test'])].flatMap((path) => wrongNames(path, read(path))),
    ...resources.flatMap((path) => wrongKeys(path, read(path))),
  ];
  const sentences = [
    ...[...files, ...sources(['test', 'scripts']), ...documents].flatMap((path) => wrongSentences(path, read(path))),
    ...resources.filter((path) => path.includes('/en/')).flatMap((path) => wrongTexts(path, read(path))),
  ];
  for (const line of [...names, ...sentences]) console.log(line);
  console.log(`Names: ${names.length} wrong in ${files.length} files; ${sentences.length} words that are out in sentences`);
  process.exitCode = names.length + sentences.length === 0 && files.length > 0 ? 0 : 1;
}
