/** What documents and comments say of files and figures is true: a file that moves or goes takes its mentions with it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import { expect, test } from 'vitest';
import { warning } from '../support/doors/visits.ts';

const folders = ['build', 'docs', 'hub', 'main', 'practice', 'preload', 'renderer', 'scripts', 'shared', 'test'].filter((name) =>
  existsSync(name),
);
const atRoot = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);
const files = [
  ...atRoot,
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll(sep, '/')),
  ),
];
const known = new Set(files.flatMap((file) => [file, ...file.split('/').map((_, end, parts) => parts.slice(0, end).join('/'))]));

/** Names that look like those of our files and are others. */
const notOurs = [
  /^PascalCase\.tsx$/, // a pattern
  /^\.\/token\.ts$/, // an example
  /^\/?openapi\.json$/, // an address
  /^\/assets\/x\.js$/, // an address
  /^(screenings|records)\/N-\w+\.json$/, // within the evidence
  /^(decisions|manifest)\.json$/, // within the evidence
  /^(appearance|window)\.json$/, // in the data folder
  /^pdfjs-dist\//, // a package
  /^\/etc\//, // of an installed server
  /^dist\//, // built
  /^sbom\.cdx\.json$/, // built
  /^practice-worker\.js$/, // built
];
const ending = /\.(?:ts|tsx|mjs|cjs|js|json|md|yml|css|html|c)$/;
const isName = (text: string): boolean => /^[\w@.<>/-]*[\w>]\/?$/.test(text) && !notOurs.some((pattern) => pattern.test(text));
const inFolders = new RegExp(`^(?:${folders.join('|')})/`);

/** The words between backticks that name a file of ours, or a folder from the root on. */
const namesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name))].filter(
    (name) => isName(name) && ((ending.test(name) && !/^\w\.\w\.\w$/.test(name)) || inFolders.test(name)),
  );

/** `<part>` matches any one. `at`: where a relative path counts from; `within`: where a bare name may be. */
function exists(name: string, at: string, within = at): boolean {
  const bare = name.replace(/\/$/, '');
  if (name.includes('<')) {
    const pattern = new RegExp(`(?:^|/)${bare.replaceAll('.', '\\.').replace(/<\w+>/g, '[^/]+')}$`);
    return [...known].some((file) => pattern.test(file));
  }
  return (
    known.has(bare) ||
    known.has(`${bare}.ts`) ||
    known.has(posix.normalize(`${at}/${bare}`)) ||
    files.some((file) => file.startsWith(within) && file.endsWith(`/${bare}`))
  );
}

test('documents name files and folders that exist, a README those of its own folder or by their whole path', () => {
  const wrong: string[] = [];
  for (const file of files.filter((name) => name.endsWith('.md'))) {
    const folder = posix.dirname(file);
    const within = folder === '.' || file.startsWith('docs/') ? '' : `${folder}/`;
    const text = readFileSync(file, 'utf8');
    wrong.push(...namesIn(text).flatMap((name) => (exists(name, folder, within) ? [] : [`${file}: ${name}`])));
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const path = link.replace(/#.*$/, '');
      if (path !== '' && !/^[a-z]+:/.test(path) && !existsSync(posix.join(folder, path))) wrong.push(`${file}: ${link}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('comments name files and folders that exist', () => {
  const wrong: string[] = [];
  for (const file of files.filter((name) => /\.(ts|tsx|mjs)$/.test(name))) {
    const comments = readFileSync(file, 'utf8').match(/\/\*\*?[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm) ?? [];
    wrong.push(...namesIn(comments.join('\n')).flatMap((name) => (exists(name, posix.dirname(file), '') ? [] : [`${file}: ${name}`])));
  }
  expect(wrong).toEqual([]);
});

test('the days of the warning before a visit is removed are those of the code', () => {
  const words = `from ${warning.before} days before, and for at least ${warning.atLeast} days`;
  expect(readFileSync('docs/how-it-works.md', 'utf8')).toContain(words);
});
