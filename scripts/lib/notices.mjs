/**
 * What third parties made that is in a bundle: `third-party-notices.txt` with the licence text of each package, and
 * `sbom.cdx.json`, the components in CycloneDX. Both are made from the lists of `vite.bundled-packages.ts`.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

export const noticeFiles = { notices: 'third-party-notices.txt', components: 'sbom.cdx.json' };

/** These are never bundled, and go next to each bundle with their native files. */
const native = ['node_modules/keytar', 'node_modules/better-sqlite3-multiple-ciphers'];

/** Licences that let us distribute the station without its source. Another one needs a decision, and stops the build. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** Packages that name their licence in another way, as their files say. */
const named = { 'dejavu-fonts-ttf': 'Bitstream-Vera', 'png-js': 'MIT' };

/** The text for packages that name this licence and bring no text. */
const mit = (author) => `Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
const { name: ownName, version: ownVersion } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Files with licences: in the folder of the package, and next to parts of others within it. */
function licenceTexts(folder) {
  const isLicence = (name) => /^(licen[cs]e|notice|copying)/i.test(name) && !/\.(js|mjs|cjs|ts|html)$/.test(name);
  const parts = ['.', 'wasm', 'cmaps', 'standard_fonts', 'iccs'];
  return parts
    .filter((part) => existsSync(join(root, folder, part)))
    .flatMap((part) =>
      readdirSync(join(root, folder, part), { withFileTypes: true })
        .filter((entry) => entry.isFile() && isLicence(entry.name))
        .map((entry) => ({ file: join(part, entry.name), text: readFileSync(join(root, folder, part, entry.name), 'utf8').trim() })),
    );
}

/** @throws for a package that needs a decision: its licence is another one, or it has no text */
function describe(folder) {
  const { name, version, license, author: by, homepage, repository } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const licence = named[name] ?? license;
  const author = typeof by === 'string' ? by : by?.name;
  const needsDecision =
    !(name in named) &&
    !String(licence)
      .split(/ OR | AND |[()]/)
      .some((id) => permissive.has(id));
  const found = licenceTexts(folder);
  const texts = found.length === 0 && licence === 'MIT' ? [{ file: 'LICENSE', text: mit(author ?? `the authors of ${name}`) }] : found;
  if (needsDecision || texts.length === 0) {
    throw new Error(`${name} ${version} has the licence ${licence}, with ${texts.length} texts: decide about it (scripts/lib/notices.mjs)`);
  }
  const address = homepage ?? (typeof repository === 'string' ? repository : repository?.url);
  return { name, version, licence, author, address, folder, texts };
}

function noticesOf(components) {
  const head = `Signing Station ${ownVersion} contains works of third parties, each under its own licence.\n`;
  const entries = components.map(({ name, version, licence, author, address, texts }) => {
    const about = [`${name} ${version} (${licence})`, author, address].filter(Boolean).join('\n');
    return [about, ...texts.map(({ file, text }) => (texts.length > 1 ? `[${file}]\n${text}` : text))].join('\n\n');
  });
  return [head, ...entries].join(`\n${'='.repeat(100)}\n\n`);
}

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function componentsOf(components) {
  const one = ({ name, version, licence, folder, address }) => {
    // An alias installs a package under another name.
    const { name: realName = name, integrity } = lock[folder] ?? {};
    const [algorithm, hash] = integrity?.split('-') ?? [];
    return {
      type: 'library',
      'bom-ref': purl(realName, version),
      name: realName,
      version,
      purl: purl(realName, version),
      licenses: !/[ (]/.test(licence) ? [{ license: { id: licence } }] : [{ expression: licence }],
      ...(algorithm === 'sha512' && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
      ...(address?.startsWith('http') && { externalReferences: [{ type: 'website', url: address }] }),
    };
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': purl(ownName, ownVersion), name: ownName, version: ownVersion } },
    components: components.map(one),
  };
}

/** Replaces the lists of packages in `folder` and in `folder/renderer` by the notices and the list of components. @throws when a part has no list */
export function writeNotices(folder) {
  const lists = [folder, join(folder, 'renderer')]
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      readdirSync(path)
        .filter((name) => /^packages-\w+\.json$/.test(name))
        .map((name) => join(path, name)),
    );
  if (lists.length === 0) throw new Error(`${folder} has no list of packages`);
  const folders = new Set([...native, ...lists.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')))]);
  // One package may be in several folders.
  const described = [...folders].map(describe).map((one) => [`${one.name}@${one.version}`, one]);
  const components = [...new Map(described).values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  writeFileSync(join(folder, noticeFiles.notices), noticesOf(components));
  writeFileSync(join(folder, noticeFiles.components), `${JSON.stringify(componentsOf(components), null, 2)}\n`);
  for (const path of lists) rmSync(path);
}

/** Adds a program around the bundle, as Electron or Node, to a list of components that `writeNotices` made. */
export function addPlatform(file, { name, version, licence }) {
  const reference = `pkg:generic/${name}@${version}`;
  const bom = JSON.parse(readFileSync(file, 'utf8'));
  bom.components.push({ type: 'platform', 'bom-ref': reference, name, version, purl: reference, licenses: [{ license: { id: licence } }] });
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
}
