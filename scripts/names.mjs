/** Names that the vocabulary rules out (words.md of the design), in file names and in what a file exports. */
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
  'main/features/visits/visit-book.ts': 'a visit and its events in one transaction; to be merged into the repository',
  'main/features/visits/visit-service.ts': 'PushBook, as visit-book.ts',
  'main/features/web-service/publishing/folder-watch.ts': 'atMost: the usual words for a bound on calls',
  'shared/domain/screening.ts': 'longest: one object of bounds',
};

/** `useToldWords` and `use-told-words` are `use`, `told`, `words`. */
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

if (import.meta.filename === process.argv[1]) {
  const files = ['main', 'renderer', 'shared', 'preload', 'practice']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path).replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path));
  const found = new Map(files.map((path) => [path, wrongNames(path, readFileSync(join(root, path), 'utf8'))]));
  const wrong = [...found].flatMap(([path, lines]) => (Object.hasOwn(allowed, path) ? [] : lines));
  const needless = Object.keys(allowed).filter((path) => (found.get(path) ?? []).length === 0);
  for (const line of [...wrong, ...needless.map((path) => `${path}: is allowed in scripts/names.mjs, and need not be`)]) console.log(line);
  console.log(`Names: ${wrong.length} wrong in ${files.length} files`);
  process.exitCode = wrong.length + needless.length === 0 && files.length > 0 ? 0 : 1;
}
