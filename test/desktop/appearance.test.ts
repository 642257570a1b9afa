/** Language and theme are stored in a file of their own, for the moment before the settings can be read. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAppearance, storeAppearance } from '../support/doors/desktop.ts';
import { settingsSchema } from '../support/doors/domain.ts';
import { tempDir } from '../support/temp-dir.ts';

const asTheSystem = { language: 'system', theme: 'system' };

test('what is stored is read, and nothing else of the settings is in the file', async () => {
  const file = join(await tempDir(), 'new', 'appearance.json');
  expect(readAppearance(file)).toEqual(asTheSystem);
  storeAppearance(file, settingsSchema.parse({ language: 'pt', theme: 'dark', clerk: 'Rosa' }));
  expect(readAppearance(file)).toEqual({ language: 'pt', theme: 'dark' });
  expect(await readFile(file, 'utf8')).not.toContain('Rosa');
});

test('a damaged file, and one with another language, count as none', async () => {
  const file = join(await tempDir(), 'appearance.json');
  for (const text of ['{"language":"pt"', '{"language":"xx","theme":"dark"}']) {
    await writeFile(file, text);
    expect(readAppearance(file)).toEqual(asTheSystem);
  }
});
