/** Every state of visits and records against the rules of axe in both themes, and on a small screen. */
import { inspector } from './inspector.ts';
import { expect, test } from './launch.ts';
import { type RecordScene, recordTour } from './record-tour.ts';
import { type VisitScene, visitTour } from './visit-tour.ts';

/** What is alike in two of them is looked at in one. The settings have a spec of their own. */
const visitScenes: readonly VisitScene[] = [
  'visits-empty',
  'visit-fetching',
  'visits-due',
  'visit-new-same',
  'visit-new-missing',
  'visit-fetch-failed',
  'visit-stopped',
  'visit-override',
  'visit-sign',
  'visits',
  'visit-blocked',
  'visit-signed',
  'visit-evidence-written',
  'visit-remove',
];
const recordScenes: readonly RecordScene[] = [
  'record',
  'record-picture',
  'record-side-by-side',
  'record-document',
  'record-export',
  'record-face',
  'record-nulls',
  'record-odd',
  'record-damaged',
];
const clip = { panes: '.ui-modal, main' };

test('no state of a visit breaks an accessibility rule in either theme or is cut off', async ({ folder, station }) => {
  const { wrong, seen, visit } = await inspector(station, { scenes: visitScenes, clip });
  await visitTour({ station, language: 'es', folder, visit });
  expect(seen).toEqual(visitScenes);
  expect(wrong).toEqual({});
});

test.describe('in English', () => {
  test.use({ language: 'en' });

  test('no state of a record breaks an accessibility rule in either theme or is cut off', async ({ station }) => {
    const { wrong, seen, visit } = await inspector(station, { scenes: recordScenes, clip });
    await recordTour({ station, language: 'en', only: recordScenes, visit });
    expect(seen).toEqual(recordScenes);
    expect(wrong).toEqual({});
  });
});
