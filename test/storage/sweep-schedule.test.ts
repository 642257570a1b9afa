/** When a start looks for encrypted files that belong to nothing: after any end but an orderly one, and once a week. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSweepSchedule } from '../support/doors/storage.ts';
import { buildStation } from '../support/station.ts';
import { asKilled } from '../support/storage/as-killed.ts';
import { openTestDatabase } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';

const day = 86_400_000;

test('a sweep is due until one is done and the run ends in order, and again after a week or a clock that was set back', async () => {
  const database = openTestDatabase(await tempDir());
  let at = Date.parse('2026-03-01T10:00:00Z');
  const open = () => openSweepSchedule(database, () => new Date(at));
  const first = open();
  expect(first.isDue).toBe(true);
  first.endOrderly();
  const second = open();
  expect(second.isDue).toBe(true);
  second.done();
  expect(open().isDue).toBe(true);
  const third = open();
  third.done();
  third.endOrderly();
  const fourth = open();
  expect(fourth.isDue).toBe(false);
  // Killed; then a start that failed before it swept.
  const failed = open();
  expect(failed.isDue).toBe(true);
  failed.endOrderly();
  const fifth = open();
  expect(fifth.isDue).toBe(true);
  fifth.done();
  fifth.endOrderly();
  for (const [days, isDue] of [
    [6, false],
    [8, true],
  ] as const) {
    at += days * day;
    const mark = open();
    expect(mark.isDue).toBe(isDue);
    if (isDue) mark.done();
    mark.endOrderly();
  }
  at -= day;
  expect(open().isDue).toBe(true);
});

test('a stray file stays after an orderly end, and goes after a kill', async () => {
  const station = await buildStation();
  const stray = `visit.${crypto.randomUUID()}.${crypto.randomUUID()}.encrypted`;
  const isIn = (dataDir: string) => readdirSync(join(dataDir, 'encrypted')).includes(stray);
  await station.reopen({}, () => writeFileSync(join(station.dataDir, 'encrypted', stray), 'x'));
  expect(isIn(station.dataDir)).toBe(true);
  const killed = asKilled(station.dataDir);
  expect(isIn(killed)).toBe(true);
  await (await station.openOn(killed)).close();
  expect(isIn(killed)).toBe(false);
});
