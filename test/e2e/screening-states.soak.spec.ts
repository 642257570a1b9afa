/** Every state of screening against the rules of axe in both themes, and on a small screen. */
import { temporaryFolder } from '../support/pdf/pdfs.ts';
import { inspector } from './inspector.ts';
import { expect, test } from './launch.ts';
import { screeningScenes, screeningTour } from './screening-tour.ts';

test('no state of screening breaks an accessibility rule in either theme or is cut off at the side', async ({ station }) => {
  const { folder, remove } = await temporaryFolder();
  const clip = { panes: '.ui-modal, main', passed: '[role="grid"]' };
  const { wrong, seen, visit } = await inspector(station, { scenes: screeningScenes, clip });
  await screeningTour({ station, language: 'es', folder, visit }).finally(remove);
  expect(seen).toEqual(screeningScenes);
  expect(wrong).toEqual({});
});
