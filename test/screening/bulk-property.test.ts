/** Whatever is done to a list on its way: at the end every valid row has one result, and there was no useless call. */

import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import type { Station } from '../support/doors/app.ts';
import { startPractice } from '../support/doors/practice.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { buildScreening, type Person, unlisted } from '../support/screening/screening-actions.ts';

const step = fc.constantFrom('pause', 'resume', 'end', 'kill', 'down', 'up', 'settings', 'retry', 'wait', 'wait');
const concurrency = 3;

test('random sequences of pauses, closes, kills and lost connections end with every row screened', async () => {
  const provider = closing(await startPractice());
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      round += 1;
      const built = await buildScreening({ provider });
      const rows: Person[] = unlisted(40, 1_000 * round).map((row, at) => (at % 13 === 5 ? ['', row[1] ?? ''] : row));
      const screenable = rows.filter(([name]) => name !== '');
      const id = await built.startBulk(rows, { pace: { concurrency } });
      let [station, folder, giveUps, isDown]: [Station, string, number, boolean] = [built, built.dataDir, 0, false];
      const run = () => station.bulk.list().find((one) => one.id === id);
      for (const one of steps) {
        if (one === 'wait') await wait(15);
        else if (one === 'pause') station.bulk.pause(id);
        else if (one === 'resume') station.bulk.resume(id);
        else if (one === 'settings') station.settingsChanged();
        else if (one === 'retry') await station.bulk.retryFailed(id, true);
        else if (one === 'down' && !isDown) {
          isDown = true;
          await built.line.down();
        } else if (one === 'up' && isDown) {
          isDown = false;
          await built.line.up();
        } else if (one === 'end' || one === 'kill') {
          // What the one that is killed does after the copy was made is its own: it asks no more, and is heard of no more.
          const copy = one === 'kill' ? built.asKilled(folder) : null;
          giveUps += 1;
          await station.close();
          folder = copy ?? folder;
          station = await built.openOn(folder);
        }
      }
      if (isDown) await built.line.up();
      for (let tries = 0; run()?.state !== 'done'; tries += 1) {
        if (tries > 600) throw new Error(`it does not come to its end: ${JSON.stringify(run())}`);
        if (run()?.state === 'paused') station.bulk.resume(id);
        await wait(25);
      }
      expect(run()?.counts).toEqual({
        waiting: 0,
        clear: screenable.length,
        match: 0,
        unavailable: 0,
        failed: 0,
        skipped: rows.length - screenable.length,
        damaged: 0,
      });
      const times = screenable.map((row) => built.asked(row));
      expect(Math.min(...times)).toBeGreaterThanOrEqual(1);
      expect(times.reduce((sum, n) => sum + n, 0) - screenable.length).toBeLessThanOrEqual(2 * concurrency * giveUps);
      await station.close();
    }),
    { numRuns: runs(6) },
  );
});
