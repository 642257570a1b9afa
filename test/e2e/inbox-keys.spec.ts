/** The inbox against the rules of axe, and on a small screen. */
import { temporaryFolder } from '../fixtures/pdfs.ts';
import { type InboxScene, inboxScenes, inboxTour } from './inbox-tour.ts';
import { inspector } from './inspector.ts';
import { expect, test } from './launch.ts';

/** Most of the colours are in these. */
const inBothThemes: readonly InboxScene[] = ['inbox', 'inbox-set-aside', 'inbox-published', 'inbox-service-tested'];

test('no state of the inbox breaks a rule or is cut off', async ({ station }) => {
  test.setTimeout(180_000);
  const { folder, remove } = await temporaryFolder();
  const { wrong, seen, visit } = inspector(station, 'light', inboxScenes, inBothThemes);
  await inboxTour({ station, language: 'es', folder, visit }).finally(remove);
  expect(seen).toEqual(inboxScenes);
  expect(wrong).toEqual({});
});
