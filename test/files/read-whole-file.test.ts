/** Files that a person names, and what is none. A pipe without another end is in `test/cli/usage.test.ts`. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readWholeFile } from '../support/doors/files.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a file is read; a folder and a device are refused', async () => {
  const folder = await tempDir();
  await writeFile(folder, 'a.txt', 'ñ');
  expect((await readWholeFile(join(folder, 'a.txt'))).toString()).toBe('ñ');
  await expect(readWholeFile(folder)).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(readWholeFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  if (process.platform !== 'win32') await expect(readWholeFile('/dev/null')).rejects.toMatchObject({ code: 'ENOTFILE' });
});

test.skipIf(process.platform === 'win32')('a stream that the process has open is read to its end', () => {
  const door = join(import.meta.dirname, '../support/doors/files.ts');
  const script = `const { readWholeFile } = await import(${JSON.stringify(door)}); console.log(String(await readWholeFile('/dev/stdin')));`;
  const command = `printf text | "$0" --input-type=module -e "$1"`;
  expect(execFileSync('sh', ['-c', command, process.execPath, script], { encoding: 'utf8' })).toBe('text\n');
});
