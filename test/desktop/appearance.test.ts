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

test('a damaged file counts as none, and so does a language that there is not', async () => {
  const file = join(await tempDir(), 'appearance.json');
  for (const text of ['{"language":"pt"', 'null', '{"language":"xx","theme":1}']) {
    await writeFile(file, text);
    expect(readAppearance(file)).toEqual(asTheSystem);
  }
  await writeFile(file, '{"language":"xx","theme":"dark"}');
  expect(readAppearance(file)).toEqual({ language: 'system', theme: 'dark' });
});

test('a change of the theme alone is stored', async () => {
  const file = join(await tempDir(), 'theme.json');
  for (const theme of ['dark', 'light'] as const) {
    storeAppearance(file, { language: 'en', theme });
    expect(readAppearance(file)).toEqual({ language: 'en', theme });
  }
});
