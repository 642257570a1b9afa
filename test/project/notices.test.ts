/** What third parties made: the notices and the list of components of the command line's bundle; and the icons made from `build/icon.svg`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cliBundle } from '../../scripts/lib/cli-bundle.mjs';

const root = join(import.meta.dirname, '../..');

const sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string().startsWith('pkg:npm/'),
      licenses: z.array(z.unknown()).length(1),
      hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) })),
    }),
  ),
});

test('the components are the packages that are really bundled, each with its version, hash and licence text', async () => {
  const bundle = await cliBundle();
  const { components } = sbom.parse(JSON.parse(await readFile(join(bundle, 'sbom.cdx.json'), 'utf8')));
  const names = components.map(({ name }) => name);
  const bundled = ['undici', 'zod', 'fastify', 'pkijs', 'pdfkit', 'dejavu-fonts-ttf', '@embedpdf/pdfium'];
  expect(names).toEqual(expect.arrayContaining([...bundled, '@github/keytar', 'better-sqlite3-multiple-ciphers']));
  expect(names.filter((name) => /^(react|vite|vitest|playwright|electron|typescript)$/.test(name))).toEqual([]);
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
  const notices = (await readFile(join(bundle, 'third-party-notices.txt'), 'utf8')).split(/^=+$/m).slice(1);
  expect(notices).toHaveLength(components.length);
  for (const notice of notices) expect(notice).toMatch(/permission|licen[sc]e|copyright/i);
  expect(notices.join()).toContain('Bitstream Vera');
});

const width = (png: Buffer): number => (png.toString('latin1', 1, 4) === 'PNG' ? png.readUInt32BE(16) : 0);

test('the icons of Windows, macOS and Linux hold a picture of each size', async () => {
  const ico = await readFile(join(root, 'build/icon.ico'));
  const inIco = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = ico.readUInt32LE(6 + 16 * index + 12);
    return width(ico.subarray(at, at + ico.readUInt32LE(6 + 16 * index + 8)));
  });
  expect(inIco).toEqual([16, 24, 32, 48, 64, 128, 256]);
  const icns = await readFile(join(root, 'build/icon.icns'));
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  const inIcns: number[] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) inIcns.push(width(icns.subarray(at + 8)));
  expect(inIcns).toEqual([128, 256, 512, 1024, 32, 64, 256, 512]);
  for (const size of [16, 256, 1024]) expect(width(await readFile(join(root, `build/icons/${size}x${size}.png`)))).toBe(size);
});
