/** `npm run screens`: a picture of every screen, in both languages, for `docs/screens`. */
import { join } from 'node:path';
import { startPractice } from '../../practice/provider.ts';
import { repository } from '../e2e/electron-binary.ts';
import { test } from '../e2e/launch.ts';
import { type Scene, tour } from '../e2e/tour.ts';
import { temporaryFolder } from '../fixtures/pdfs.ts';

/** Which pictures are kept; STATION_SCREENS_DIR is for looking at all of them in another size. */
const kept: ReadonlySet<Scene> = new Set([
  'empty',
  'documents',
  'faults',
  'sending',
  'signed',
  'rejected',
  'failed',
  'in-doubt',
  'connections',
  'profile',
  'general',
  'shortcuts',
]);
const elsewhere = process.env.STATION_SCREENS_DIR;

for (const theme of ['light', 'dark'] as const) {
  for (const language of ['es', 'en'] as const) {
    test.describe(`${theme} ${language}`, () => {
      test.use({ theme, language });
      test('pictures', async ({ station }) => {
        const provider = await startPractice();
        const { folder, remove } = await temporaryFolder();
        try {
          await tour({
            station,
            language,
            provider,
            folder,
            visit: async (scene) => {
              const wanted = elsewhere || (theme === 'light' ? kept.has(scene) : scene === 'documents');
              if (!wanted) return;
              // Off whatever was pressed last, so that nothing looks hovered.
              await station.page.mouse.move(640, 2);
              const name = `${scene}${theme === 'dark' ? '-dark' : ''}-${language}.png`;
              await station.page.screenshot({ path: join(elsewhere ?? join(repository, 'docs/screens'), name), animations: 'disabled' });
            },
          });
        } finally {
          await provider.close();
          await remove();
        }
      });
    });
  }
}
