/** A session that ends at once, and a person who does not wait for the end. */
import { row } from './clerk.ts';
import { electronBinary } from './electron-binary.ts';
import { expect, sendAndWait, test } from './queue-fixture.ts';
import { systemOf } from './running.ts';
import { words } from './words.ts';

const t = words('en');

// The events of a system cannot be made on the real binary.
test.skip(electronBinary() !== null, 'the Electron host plays the system');

test('a session that ends at once, and a second signal, leave the document being sent in doubt', async ({ launch, queue }) => {
  const station = await launch({ dataDir: queue.dataDir });
  await queue.connect(station);
  const one = await sendAndWait(queue, station, 'one');
  await systemOf(station).emit('window', 'session-end');
  expect(await systemOf(station).ended).toBe(0);
  one.answer();

  const second = await launch({ dataDir: queue.dataDir });
  const two = await sendAndWait(queue, second, 'two');
  systemOf(second).signal('SIGTERM');
  // A system merges signals that come before the first one is handled.
  await expect(second.page.getByText(t('app.closing.words'))).toBeVisible();
  systemOf(second).signal('SIGTERM');
  expect(await systemOf(second).ended).toBe(0);
  two.answer();

  const { page } = await launch({ dataDir: queue.dataDir });
  await page.keyboard.press('Control+2');
  for (const name of ['one.pdf', 'two.pdf']) await expect(row(page, name)).toContainText(t('statuses.in-doubt'));
  expect(queue.sent()).toEqual(['one', 'two']);
});
