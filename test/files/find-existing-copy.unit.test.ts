/** Finds what a delivery wrote before it was cut off: by content, under the name or one of its numbers. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findExistingCopy, writeWhole } from '../support/doors/files.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { sha256 } from '../support/sha256.ts';
import { tempDir } from '../support/temp-dir.ts';

const contentOf = (text: string) => ({ size: Buffer.byteLength(text), sha256: sha256(text) });
async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

it('finds nothing in an empty or missing folder, or in a file', async () => {
  const folder = await tempDir();
  expect(await findExistingCopy(folder, 'a-signed.pdf', contentOf('one'))).toBeNull();
  expect(await findExistingCopy(join(folder, 'none'), 'a-signed.pdf', contentOf('one'))).toBeNull();
  const file = await writeFile(folder, 'file', 'x');
  expect(await findExistingCopy(file, 'a-signed.pdf', contentOf('one'))).toBeNull();
});

it('compares contents, not only sizes, and ignores folders', async () => {
  const folder = await tempDir();
  await writeFile(folder, 'a-signed.pdf', 'two');
  await mkdir(join(folder, 'a-signed (2).pdf'));
  await writeFile(folder, 'a-signed (3).pdf', 'one');
  const found = { path: join(folder, 'a-signed (3).pdf'), name: 'a-signed (3).pdf' };
  expect(await findExistingCopy(folder, 'a-signed.pdf', contentOf('one'))).toEqual(found);
  await rm(found.path);
  expect(await findExistingCopy(folder, 'a-signed.pdf', contentOf('one'))).toBeNull();
});

it('finds each file once for those that share what is taken', async () => {
  const folder = await tempDir();
  for (const name of ['a-signed.pdf', 'a-signed (2).pdf']) await writeFile(folder, name, 'one');
  const taken = new Set<string>();
  const found = async () => (await findExistingCopy(folder, 'a-signed.pdf', contentOf('one'), taken))?.name;
  expect([await found(), await found(), await found()]).toEqual(['a-signed.pdf', 'a-signed (2).pdf', undefined]);
});

it('finds exactly what was written, whatever was there before and whatever its name', async () => {
  const names = fc.constantFrom(
    'a-signed.pdf',
    'Muñoz 📄-signed.pdf',
    'CON.pdf',
    `${'x'.repeat(300)}-signed.pdf`,
    'no extension',
    'a:b?.pdf',
  );
  await fc.assert(
    fc.asyncProperty(names, fc.array(fc.string(), { maxLength: 4 }), fc.string(), async (name, before, text) => {
      const folder = await tempDir();
      for (const other of before) await writeWhole({ folder, name, content: bytesOf(other) });
      const written = await writeWhole({ folder, name, content: bytesOf(text) });
      const found = await findExistingCopy(folder, name, written);
      // The first of that content, which is as good as this one.
      const at = [...before, text].indexOf(text);
      expect((await readdir(folder)).length).toBe(before.length + 1);
      expect(found).not.toBeNull();
      if (at === before.length) expect(found).toEqual({ path: written.path, name: written.name });
    }),
    { numRuns: runs(40) },
  );
});
