/** The fuses of a packed application, set on a file that carries Electron's fuse wire as a binary does. */
import { readFileSync } from 'node:fs';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from 'vitest';
import setFuses from '../../scripts/fuses.mjs';
import { writeFile } from '../support/pdf/pdfs.ts';
import { fuseWire } from '../support/project/electron-stand-in.ts';
import { tempDir } from '../support/temp-dir.ts';

const context = (appOutDir: string, electronPlatformName: string) => ({
  appOutDir,
  electronPlatformName,
  packager: { executableName: 'signing-station', appInfo: { productFilename: 'Signing Station' } },
});

const all = Object.values(FuseV1Options).filter((fuse): fuse is FuseV1Options => typeof fuse === 'number');
const on = [
  FuseV1Options.EnableCookieEncryption,
  FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  FuseV1Options.OnlyLoadAppFromAsar,
  FuseV1Options.WasmTrapHandlers,
];

test.each([
  ['linux', 'signing-station'],
  ['win32', 'Signing Station.exe'],
])('%s: every fuse is set, and only what is needed is on', async (platform, name) => {
  const folder = await tempDir();
  const path = await writeFile(folder, name, fuseWire(all.length));
  await setFuses(context(folder, platform));
  const wire = await getCurrentFuseWire(path);
  for (const fuse of all) {
    expect([FuseV1Options[fuse], wire[fuse]]).toEqual([FuseV1Options[fuse], on.includes(fuse) ? FuseState.ENABLE : FuseState.DISABLE]);
  }
});

test('an unstated fuse fails the build', async () => {
  const folder = await tempDir();
  await writeFile(folder, 'signing-station', fuseWire(all.length + 1));
  await expect(setFuses(context(folder, 'linux'))).rejects.toThrow(/strictlyRequireAllFuses/);
});

test('nothing is added to the application after the fuses, whose setting signs it on macOS', () => {
  const text = readFileSync(new URL('../../scripts/after-pack.mjs', import.meta.url), 'utf8');
  const [, after = ''] = text.split('await setFuses(context);');
  expect(after.trim()).toBe('}');
});
