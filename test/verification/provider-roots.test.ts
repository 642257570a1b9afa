import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maxRootsLength } from '../support/doors/domain.ts';
import { addRoots, rootsIn, signerRoot } from '../support/doors/verification.ts';
import { tempDir } from '../support/temp-dir.ts';

async function pemFile(text: string): Promise<string> {
  const path = join(await tempDir(), 'roots.pem');
  await writeFile(path, text);
  return path;
}

describe("the provider's roots", () => {
  it('are those of the profile and of the file, each once, with name and validity', async () => {
    const root = await signerRoot();
    const added = await addRoots('', await pemFile(`# as delivered\r\n${root}\n${root.replaceAll('\n', '\r\n')}`));
    expect(added.map(({ name }) => name)).toEqual(['Autoridad de PRÁCTICA / PRACTICE authority']);
    const [first] = added;
    expect(Date.parse(first?.validFrom ?? '')).toBeLessThan(Date.now());
    expect(Date.parse(first?.validTo ?? '')).toBeGreaterThan(Date.now());
    expect(await addRoots(root, await pemFile(root))).toEqual(added);
    expect(rootsIn(added.map(({ pem }) => pem).join('\n'))).toEqual(added);
  });

  it('are not taken from a file without a certificate, with a damaged one, or that is not there', async () => {
    const root = await signerRoot();
    const problem = { problem: { code: 'roots-unreadable', detail: { name: 'roots.pem' } } };
    for (const text of ['', 'no certificate', root.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA')])
      await expect(addRoots('', await pemFile(text))).rejects.toMatchObject(problem);
    await expect(addRoots('', join(await tempDir(), 'roots.pem'))).rejects.toMatchObject(problem);
  });

  it('are not more than a profile has room for', async () => {
    const path = await pemFile(`${await signerRoot()}${' '.repeat(maxRootsLength)}`);
    await expect(addRoots('', path)).rejects.toMatchObject({ problem: { code: 'roots-too-many' } });
  });
});
