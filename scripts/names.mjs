/** Words that the vocabulary rules out (words.md of the design): in file names, exported names, comments and titles of tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './lib/project.mjs';

/** Word → the word for it. */
const out = {
  asker: 'scheduler',
  book: 'repository',
  case: 'visit',
  deed: 'event',
  deeds: 'events',
  given: 'the name of what is given',
  held: 'blocked, or lease',
  kept: 'stored',
  longest: 'max',
  mass: 'bulk',
  most: 'max',
  told: 'reported, emitted',
  twin: 'duplicate',
  whose: 'the name of the relation',
};
/** Files that have such a name, each with the reason. A file that no longer has one is reported. */
const allowed = {
  'main/features/web-service/publishing/folder-watch.ts': 'atMost: the usual words for a bound on calls',
  'shared/domain/screening.ts': 'longest: one object of bounds',
};

/** `useLongWords` and `use-long-words` are `use`, `long`, `words`. */
const wordsOf = (name) => name.split(/(?=[A-Z])|[-_.]/).map((word) => word.toLowerCase());

/** @returns a line for each name of the file that has a word which is out */
export function wrongNames(path, text) {
  const exported = [...text.matchAll(/^export (?:abstract )?(?:async )?(?:function\*?|const|let|type|class) (\w+)/gm)].map(
    ([, name]) => name,
  );
  return [basename(path).replace(/\.tsx?$/, ''), ...exported].flatMap((name) =>
    wordsOf(name)
      .filter((word) => Object.hasOwn(out, word))
      .map((word) => `${path}: ${name}: "${word}" is ${out[word]}`),
  );
}

/** Words of the old style, in comments and in titles of tests. */
const outInSentences = /\b(kept|told|deeds?|twins?|asker|whom|anew|nobody|at hand|by itself|by themselves)\b/gi;
/** In the comments of the product also: */
const outInProduct = /\b(held|given)\b/gi;

/** @returns a line for each comment and each title of a test with a word which is out; names in backticks may be any */
export function wrongSentences(path, text) {
  const blanked = (name) => ' '.repeat(name.length);
  const comments = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|[ \t])\/\/ .*$/gm)].map(({ 0: sentence, index }) => ({
    sentence: sentence.replace(/`[^`\n]*`/g, blanked),
    index,
  }));
  const titles = /\.(test|spec)\.ts$/.test(path)
    ? [...text.matchAll(/\b(?:test|describe)(?:\.\w+)?\((["'`])(?:.*?)\1/g)].map(({ 0: sentence, index }) => ({ sentence, index }))
    : [];
  const out = /^(test|scripts)\//.test(path) ? [outInSentences] : [outInSentences, outInProduct];
  return [...comments, ...titles].flatMap(({ sentence, index }) =>
    out
      .flatMap((words) => [...sentence.matchAll(words)])
      .map((word) => `${path}:${text.slice(0, index + word.index).split('\n').length}: "${word[0]}" in a comment or title`),
  );
}

if (import.meta.filename === process.argv[1]) {
  const sources = (folders) =>
    folders
      .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path).replaceAll('\\', '/')))
      .filter((path) => /\.(tsx?|mjs)$/.test(path));
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const files = sources(['main', 'renderer', 'shared', 'preload', 'practice']);
  const found = new Map(files.map((path) => [path, wrongNames(path, read(path))]));
  const sentences = [...files, ...sources(['test', 'scripts'])].flatMap((path) => wrongSentences(path, read(path)));
  const wrong = [...found].flatMap(([path, lines]) => (Object.hasOwn(allowed, path) ? [] : lines));
  const needless = Object.keys(allowed).filter((path) => (found.get(path) ?? []).length === 0);
  for (const line of [...wrong, ...sentences, ...needless.map((path) => `${path}: is allowed in scripts/names.mjs, and need not be`)])
    console.log(line);
  console.log(`Names: ${wrong.length} wrong in ${files.length} files; ${sentences.length} words that are out in sentences`);
  process.exitCode = wrong.length + sentences.length + needless.length === 0 && files.length > 0 ? 0 : 1;
}
