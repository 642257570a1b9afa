/** What documents and comments say of files and figures is true: a file that moves or goes takes its mentions with it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import { expect, test } from 'vitest';
import { commands, commonOptions, isOfForm, type Option } from '../support/doors/cli.ts';
import { profileSchema, serviceSettingsSchema } from '../support/doors/domain.ts';
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

const documents = files.filter((name) => name.endsWith('.md'));

test('documents name files and folders that exist, a README those of its own folder or by their whole path', () => {
  const wrong: string[] = [];
  for (const file of documents) {
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

/** What a document shows as code: lines of fences without their comments, and inline code. */
function codeIn(text: string): string[] {
  const fences = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, lines = '']) => lines.replaceAll('\\\n', ' ').split('\n'));
  const inline = [...text.replaceAll(/^```\w*\n[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...fences.map((line) => line.replace(/\s+#.*$/, '')), ...inline];
}

/** The call of our command line in a line of code: its command and the words after it; null for other programs. */
function callIn(code: string): { command: (typeof commands)[number]; words: string[] } | null {
  const [, after = ''] = /(?:^|\s)station(?:\.cmd)?(?: --)? (.*)/.exec(code) ?? [];
  const said = (after || code).split(/\s*[|;&>]|\s+</)[0] ?? '';
  const named = commands.filter(({ name }) => said === name || said.startsWith(`${name} `)).sort((a, b) => b.name.length - a.name.length);
  return named[0] ? { command: named[0], words: said.slice(named[0].name.length).trim().split(/\s+/) } : null;
}

function faultsOfCall({ command: { name, subcommands, forms, options }, words }: NonNullable<ReturnType<typeof callIn>>): string[] {
  const [form = ''] = words;
  const known = new Map<string, Option>(Object.entries({ ...commonOptions, ...options }));
  const unknown = words
    .flatMap((word) => /^\[?--([a-z][\w-]*)/.exec(word)?.slice(1) ?? [])
    .filter((option) => !known.has(option) || (subcommands && form in forms && !isOfForm(known.get(option) ?? {}, form)));
  return [
    ...(subcommands && /^[a-z]/.test(form) && !(form in forms) ? [`${name} ${form}`] : []),
    ...unknown.map((one) => `${name} --${one}`),
  ];
}

test('documents show commands, their forms and their options as the command line takes them', () => {
  const wrong = documents.flatMap((file) =>
    codeIn(readFileSync(file, 'utf8')).flatMap((code) => {
      const call = callIn(code);
      return call ? faultsOfCall(call).map((fault) => `${file}: ${fault}`) : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test('each command is in a document, with each of its forms', () => {
  const shown = documents.map((file) => readFileSync(file, 'utf8')).join('\n');
  const calls = commands.flatMap(({ name, subcommands, forms }) =>
    subcommands ? Object.keys(forms).map((form) => `${name} ${form}`) : [name],
  );
  expect(calls.filter((call) => !new RegExp(`\\b${call}(?![\\w-])`).test(shown))).toEqual([]);
});

test('documents name variables of the environment that something reads', () => {
  const read = new Set(
    files.filter((file) => !file.endsWith('.md')).flatMap((file) => readFileSync(file, 'utf8').match(/\bSTATION_\w+/g) ?? []),
  );
  const wrong = documents.flatMap((file) =>
    (readFileSync(file, 'utf8').match(/\bSTATION_[A-Z0-9_]*[A-Z0-9](?!\w)/g) ?? [])
      .filter((name) => !read.has(name) && !read.has(name.replace(/_FILE$/, '')))
      .map((name) => `${file}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

/** Whether a setting is there, and what it is by default. */
const defaultOf = (all: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at instanceof Object && name in at ? at[name as keyof typeof at] : undefined), all);
const url = 'https://provider.example';
const profile = profileSchema.parse({
  name: 'x',
  signing: { authUrl: url, baseUrl: url, clientId: 'x', accountId: 'x', projectId: 'x' },
  validation: { baseUrl: url },
  search: { url, projectName: 'x' },
});

test('documents name settings of a connection profile that it has', () => {
  const wrong = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`((?:signing|validation|search|network)\.[\w.]+)(?:: \w+)?`/g)].flatMap(([, path = '']) =>
      path.endsWith('.ts') || defaultOf(profile, path) !== undefined ? [] : [`${file}: ${path}`],
    ),
  );
  expect(wrong).toEqual([]);
});

/** The rows of the tables of a document, by cells. */
const rowsOf = (file: string): string[][] =>
  [...readFileSync(file, 'utf8').matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(/ ?\| /).map((cell) => cell.trim()));
function inWords(path: string, value: unknown): string {
  if (typeof value === 'number' && path.endsWith('Timeout')) return `${value / 1000} s`;
  return typeof value === 'number' && value > 2 ** 20 ? `${value / 2 ** 20} MiB` : String(value);
}

test.each([
  ['docs/open-points.md', profile, 1, 2, 14],
  ['docs/serve.md', serviceSettingsSchema.parse({}), 0, 2, 6],
])('%s has the defaults of the settings', (file, settings, nameAt, defaultAt, atLeast) => {
  const rows = rowsOf(file).flatMap((cells) => {
    const [, path = ''] = /^`([\w.]+)`/.exec(cells[nameAt] ?? '') ?? [];
    const value = defaultOf(settings, path);
    return ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
      ? [{ path, value: inWords(path, value), said: cells[defaultAt] }]
      : [];
  });
  expect(rows.length).toBeGreaterThanOrEqual(atLeast);
  for (const { path, value, said } of rows)
    expect(said, path).toMatch(new RegExp(`(?<![\\w.])${value.replaceAll(/[{}.]/g, '\\$&')}(?![\\w.])`));
});
