/**
 * Draws the icons of the application from `build/icon.svg`, which is edited by hand: `icon.ico` for Windows, `icon.icns` for macOS and
 * `icons/` for Linux. Chromium draws them, through Playwright; ICO and ICNS are lists of PNGs. Run it after a change of the SVG.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { root } from './lib/project.mjs';

const build = join(root, 'build');

/** Directory of images, 16 bytes each, then the PNGs (Windows reads PNG in icons since Vista). Size 256 is written as 0. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let at = head.length;
  images.forEach(({ size, png }, index) => {
    const entry = 6 + 16 * index;
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

/** Types of Apple's icon format that hold PNGs, by size: those for one pixel a point, then those for two. */
const icnsTypes = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 };

function icns(pngOf) {
  const entries = Object.entries(icnsTypes).map(([type, size]) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + pngOf(size).length, 4);
    return Buffer.concat([head, pngOf(size)]);
  });
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + entries.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([head, ...entries]);
}

const svg = readFileSync(join(build, 'icon.svg'), 'utf8');
const browser = await chromium.launch({ executablePath: process.env.STATION_BROWSER });
const pngs = new Map();
for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>html, body { margin: 0; background: transparent } svg { display: block; width: ${size}px }</style>${svg}`);
  pngs.set(size, await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
const images = [...pngs].map(([size, png]) => ({ size, png }));
writeFileSync(join(build, 'icon.ico'), ico(images.filter(({ size }) => size <= 256)));
writeFileSync(
  join(build, 'icon.icns'),
  icns((size) => pngs.get(size)),
);
mkdirSync(join(build, 'icons'), { recursive: true });
for (const { size, png } of images) writeFileSync(join(build, 'icons', `${size}x${size}.png`), png);
