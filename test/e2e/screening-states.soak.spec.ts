/** Every state of screening against the rules of axe in both themes, and on a small screen. */
import { inspector } from './inspector.ts';
import { expect, test } from './launch.ts';
import { screeningScenes, screeningTour } from './screening-tour.ts';

test('no state of screening breaks an accessibility rule in either theme or is cut off at the side', async ({ folder, station }) => {
  const clip = { panes: '.ui-modal, main', passed: '[role="grid"]' };
  const { wrong, seen, visit } = await inspector(station, { scenes: screeningScenes, clip });
  await screeningTour({ station, language: 'es', folder, visit });
  expect(seen).toEqual(screeningScenes);
  expect(wrong).toEqual({});
});
