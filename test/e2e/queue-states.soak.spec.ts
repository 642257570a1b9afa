/** Every state of the queue against the rules of axe in both themes, and on a small screen. */
import { inspector } from './inspector.ts';
import { expect, test } from './queue-fixture.ts';
import { queueScenes, queueTour } from './queue-tour.ts';

test.use({ language: 'es' });

test('no state of the queue breaks an accessibility rule in either theme or is cut off at the side, and its list and details can be read', async ({
  station,
  queue,
}) => {
  const { wrong, seen, visit } = await inspector(station, {
    scenes: queueScenes,
    clip: { panes: '.ui-modal, .queue-listed, .queue-details' },
    alsoSmall: () => {
      const names: string[] = [];
      for (const pane of document.querySelectorAll('.queue-listed, .queue-details')) {
        const { height, bottom } = pane.getBoundingClientRect();
        if (height < 150 || bottom > innerHeight + 0.5) names.push(`${pane.className} has ${height} pixels, to ${bottom}`);
      }
      return names;
    },
  });
  await queueTour({ ...queue, station, language: 'es', visit });
  expect(seen).toEqual(queueScenes);
  expect(wrong).toEqual({});
});
