/** `npm start` where nothing can be shown: the sample contracts are signed on the command line. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { testWith } from '../support/runner/need.ts';
import { leaveFree, smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';

const start = join(import.meta.dirname, '../../scripts/start.mjs');

const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...others } = process.env;
/** Rejects for any other code than 0. */
const startIn = (folder: string) => promisify(execFile)(process.execPath, [start], { env: { ...others, TMPDIR: folder } });

test.runIf(process.platform === 'linux')('npm start without a display signs three sample contracts and ends with 0', async () => {
  const folder = await tempDir();
  const { stdout } = await startIn(folder);

  const [samples = '', ...more] = (await readdir(folder)).filter((name) => name.startsWith('signing-station-'));
  expect(more).toEqual([]);
  const signed = join(folder, samples, 'signed');
  expect(stdout).toContain(signed);
  const originals = (await readdir(join(folder, samples))).filter((name) => name.endsWith('.pdf')).sort();
  expect(originals).toHaveLength(3);
  expect((await readdir(signed)).sort()).toEqual(originals.map((name) => name.replace('.pdf', '-signed.pdf')).sort());
  for (const name of await readdir(signed)) expect(await pdfsig(join(signed, name))).toEqual({ signatures: 1, valid: 1 });
});

testWith('small file system')('where temporary files cannot be written, it names the folder and the way out', async () => {
  const full = await smallDisk(64);
  await leaveFree(full, 0);
  const missing = join(full, 'missing');
  for (const [folder, code] of [
    [full, 'ENOSPC'],
    [missing, 'ENOENT'],
  ] as const)
    await expect(startIn(folder)).rejects.toMatchObject({
      code: 1,
      stderr: `The sample contracts cannot be written into ${folder}. Name a folder with room in TMPDIR, and run this again. Cause: ${code}\n`,
    });
});

testWith('small file system')('without room for the data it says which disk is full, and promises no signed contracts', async () => {
  const folder = await smallDisk(64);
  const failed: { code?: number; stdout?: string; stderr?: string } = await startIn(folder).catch((thrown: object) => thrown);
  expect(failed.code).toBe(1);
  // It names the folder of the data, since another disk may have room.
  expect(failed.stderr).toMatch(/(?:disk of the data folder|disco de la carpeta de datos) .*small.*data[»”] /);
  expect(failed.stdout).not.toContain(folder);
});
