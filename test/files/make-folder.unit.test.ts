import { mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/cli/run-cli.ts';
import { makeFolder } from '../support/doors/files.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a folder is made with its parents, and one that exists is left as it is', async () => {
  const folder = await tempDir();
  makeFolder(join(folder, 'a', 'b', 'c'), 0o700);
  if (process.platform !== 'win32')
    for (const path of ['a', 'a/b', 'a/b/c']) expect((await stat(join(folder, path))).mode & 0o777).toBe(0o700);
  makeFolder(join(folder, 'a', 'b'));
  makeFolder(folder);
  makeFolder('/');
  expect((await stat(join(folder, 'a', 'b', 'c'))).isDirectory()).toBe(true);
});

test('a file in the place of the folder or of a parent, and a link to nowhere, are errors', async () => {
  const folder = await tempDir();
  await writeFile(folder, 'file', 'x');
  await mkdir(join(folder, 'real'));
  await symlink(join(folder, 'nowhere', 'else'), join(folder, 'link'));
  await symlink(join(folder, 'real'), join(folder, 'good'));
  for (const path of ['file', 'file/x', 'file/x/y', 'link', 'link/x'])
    expect(() => makeFolder(join(folder, path)), path).toThrow(/E[A-Z]+/);
  makeFolder(join(folder, 'good', 'x'));
  expect((await stat(join(folder, 'real', 'x'))).isDirectory()).toBe(true);
});

test.runIf(process.platform === 'linux')('a place that takes no folders is wrong use, and not tried without end', async () => {
  const folder = await tempDir();
  expect(await runHere(['audit', 'verify', '--data-dir', '/proc/none/data'], folder, {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('it does not exist'),
  });
});
