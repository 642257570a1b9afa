/** Every state of the inbox against the rules of axe in both themes, and on a small screen. */
import { inboxScenes, inboxTour } from './inbox-tour.ts';
import { inspector } from './inspector.ts';
import { expect, test } from './launch.ts';

test('no state of the inbox breaks an accessibility rule in either theme or is cut off', async ({ folder, station }) => {
  const { wrong, seen, visit } = await inspector(station, { scenes: inboxScenes, clip: { panes: '.ui-modal, main' } });
  await inboxTour({ station, language: 'es', folder, visit });
  expect(seen).toEqual(inboxScenes);
  expect(wrong).toEqual({});
});
