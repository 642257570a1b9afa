/** The station is enrolled at a hub on the screen; a push arrives at its visit, and a published document is fetched there. */
import { hubScenes, hubTour } from './hub-tour.ts';
import { inspector } from './inspector.ts';
import { expect, test } from './launch.ts';

test('a station is enrolled by a code, receives a push, offers a document, and leaves; no state breaks a rule', async ({
  folder,
  station,
}) => {
  const { wrong, seen, visit } = await inspector(station, { scenes: hubScenes, clip: { panes: '.ui-modal, main' } });
  await hubTour({ station, language: 'es', folder, visit });
  expect(seen).toEqual(hubScenes);
  expect(wrong).toEqual({});
});
