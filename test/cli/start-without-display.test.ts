/** `npm start` where nothing can be shown: the sample contracts are signed on the command line. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { tempDir } from '../support/temp-dir.ts';

const start = join(import.meta.dirname, '../../scripts/start.mjs');

test.runIf(process.platform === 'linux')('npm start without a display signs three sample contracts and ends with 0', async () => {
  const folder = await tempDir();
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...others } = process.env;
  // Rejects for any other code than 0.
  const { stdout } = await promisify(execFile)(process.execPath, [start], { env: { ...others, TMPDIR: folder } });

  const [samples = '', ...more] = (await readdir(folder)).filter((name) => name.startsWith('signing-station-'));
  expect(more).toEqual([]);
  const signed = join(folder, samples, 'signed');
  expect(stdout).toContain(signed);
  const originals = (await readdir(join(folder, samples))).filter((name) => name.endsWith('.pdf')).sort();
  expect(originals).toHaveLength(3);
  expect((await readdir(signed)).sort()).toEqual(originals.map((name) => name.replace('.pdf', '-signed.pdf')).sort());
  for (const name of await readdir(signed)) expect(await pdfsig(join(signed, name))).toEqual({ signatures: 1, valid: 1 });
});
