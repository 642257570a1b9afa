/** Screening against the rules of axe in both themes, and on a small screen. */
import { temporaryFolder } from '../support/pdfs.ts';
import { announced, brokenRules } from './broken-rules.ts';
import { controlsCutOff } from './cut-off.ts';
import { expect, type Running, test } from './launch.ts';
import { type ScreeningScene, screeningScenes, screeningTour } from './screening-tour.ts';

async function tourOf(station: Running, language: 'es' | 'en', visit: (scene: ScreeningScene) => Promise<void>): Promise<void> {
  const { folder, remove } = await temporaryFolder();
  await screeningTour({ station, language, folder, visit }).finally(remove);
}

for (const [theme, language] of [
  ['light', 'es'],
  ['dark', 'en'],
] as const) {
  test.describe(`${theme}, ${language}`, () => {
    test.use({ theme, language });

    test('no state of screening breaks a rule', async ({ station }) => {
      test.setTimeout(180_000);
      const broken: Record<string, string[]> = {};
      const seen: ScreeningScene[] = [];
      await tourOf(station, language, async (scene) => {
        seen.push(scene);
        const found = await brokenRules(station.page, { passed: announced });
        if (found.length > 0) broken[scene] = found;
      });
      expect(seen).toEqual([...screeningScenes]);
      expect(broken).toEqual({});
    });
  });
}

test.describe('on a display of 1280 by 800 at 150 %', () => {
  test.use({ viewport: { width: 853, height: 533 }, deviceScaleFactor: 1.5, language: 'es' });

  test('nothing of screening is cut off at the side', async ({ station }) => {
    test.setTimeout(180_000);
    const cut: Record<string, string[]> = {};
    await tourOf(station, 'es', async (scene) => {
      const found = await controlsCutOff(station.page, { panes: '.ui-modal, main', passed: '[role="grid"]' });
      if (found.length > 0) cut[scene] = found;
    });
    expect(cut).toEqual({});
  });
});
