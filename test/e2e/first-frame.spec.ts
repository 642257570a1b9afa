/** The frame of the window, which the build writes into the page's document: it is there, and answers, before the script of the first screen. */
import { electronBinary } from './electron-binary.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const es = words('es');

test.skip(electronBinary() !== null, 'requests of the real binary are answered without the browser’s tools');

test('the frame of the window says when it cannot be filled, and does later what is pressed before it is', async ({ launch }) => {
  const { page } = await launch({ language: 'es' });
  for (const [what, file] of [
    ['first script', /\/assets\/first-[^/]*\.js$/],
    ['first texts', /\/assets\/texts-es-first-[^/]*\.js$/],
  ] as const)
    await test.step(`a window whose ${what} cannot be loaded says so, and what to do`, async () => {
      await page.route(file, (route) => route.abort());
      await page.reload({ waitUntil: 'commit' });
      await expect(page.getByRole('alert')).toHaveText(es('app.notLoaded'));
      await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy');
      await page.unroute(file);
    });

  await test.step('what is pressed while the script of the first screen is loaded, is done when it is there', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/first-[^/]*\.js$/, async (route) => {
      await released;
      await route.fallback();
    });
    const area = (name: 'queue' | 'customers') => page.getByRole('button', { name: es(`app.rail.${name}`) });

    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByText(es('app.opening'))).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await area('customers').click();
    await area('queue').click();
    await expect(page.locator('[aria-current]')).toHaveText(es('app.rail.queue'));
    release();
    await expect(page.getByRole('heading', { name: es('queue.title'), exact: true })).toBeVisible();
    await expect(area('queue')).toHaveAttribute('aria-current', 'page');
    await expect(area('queue')).toBeFocused();
  });
});
