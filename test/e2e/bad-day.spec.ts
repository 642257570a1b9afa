/** What the window shows when something of the station itself went wrong. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../support/pdfs.ts';
import { expect, test } from './launch.ts';

test('a damaged database is set aside, said so, and the station works', async ({ launch }) => {
  const place = await temporaryFolder();
  await writeFile(join(place.folder, 'station.sqlite'), 'this is no database at all, but long enough to be read as one'.repeat(40));
  const { page } = await launch({ dataDir: place.folder });
  await expect(page.getByText('Algunos ajustes guardados no se pudieron leer.')).toBeVisible();
  await expect(page.getByText('Causa: el archivo estaba dañado.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Abra los documentos que se van a firmar' })).toBeVisible();
});

test('a page that cannot be drawn says so and can be loaded again', async ({ station: { page } }) => {
  await expect(page.getByRole('heading', { name: 'Abra los documentos que se van a firmar' })).toBeVisible();
  await page.keyboard.press('Control+,');
  // What no screen expects: the number fields of the profile form cannot be made.
  await page.evaluate(() => {
    Intl.NumberFormat = class {
      constructor() {
        throw new Error('broken on purpose');
      }
    } as unknown as typeof Intl.NumberFormat;
  });
  await page.getByRole('button', { name: 'Nuevo perfil' }).click();
  await expect(page.getByText('La pantalla tuvo una falla.')).toBeVisible();
  await page.getByRole('button', { name: 'Cargar la pantalla de nuevo' }).click();
  await expect(page.getByRole('heading', { name: 'Abra los documentos que se van a firmar' })).toBeVisible();
});
