/** The folder of crash dumps: made at the first start for its owner alone, and cleared of old dumps. */
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crashDumpFolder, listCrashDumps, prepareCrashDumps } from '../support/doors/log.ts';
import { tempDir } from '../support/temp-dir.ts';

const now = new Date('2026-11-26T12:00:00Z');
const dayMs = 86_400_000;

test('the folder is there from the first start on, for its owner alone', async () => {
  const dataDir = join(await tempDir(), 'not', 'there');
  prepareCrashDumps(dataDir, now);
  const { mode } = await stat(crashDumpFolder(dataDir));
  // Windows has the rights of the user's own folder.
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o700);
  expect(listCrashDumps(dataDir)).toEqual([]);
});

test('ten dumps stay, for thirty days, and files that are no dumps always', async () => {
  const dataDir = await tempDir();
  const folder = join(crashDumpFolder(dataDir), 'pending');
  await mkdir(folder, { recursive: true });
  const write = async (name: string, days: number) => {
    await writeFile(join(folder, name), 'MDMP');
    const at = new Date(now.getTime() - days * dayMs);
    await utimes(join(folder, name), at, at);
  };
  for (let days = 0; days < 12; days += 1) await write(`${days}.dmp`, days);
  await write('settings.dat', 100);
  prepareCrashDumps(dataDir, now);
  expect((await readdir(folder)).sort()).toEqual([...Array.from({ length: 10 }, (_, days) => `${days}.dmp`), 'settings.dat']);
  prepareCrashDumps(dataDir, new Date(now.getTime() + 25 * dayMs));
  expect((await readdir(folder)).sort()).toEqual(['0.dmp', '1.dmp', '2.dmp', '3.dmp', '4.dmp', 'settings.dat']);
});

test('a data folder that cannot be made does not stop the start', async () => {
  const file = join(await tempDir(), 'file');
  await writeFile(file, '');
  prepareCrashDumps(join(file, 'data'), now);
  expect(listCrashDumps(join(file, 'data'))).toEqual([]);
});
