/** A start that fails midway closes what it has opened. */
import { expect, test } from 'vitest';
import { noLog } from '../support/doors/log.ts';
import { countIntervals } from '../support/runner/open-intervals.ts';
import { buildStation } from '../support/station.ts';
import { inDatabase } from '../support/storage/damaged-database.ts';

test.each(['inbox_item', 'publication', 'hub_event'])('without the table %s, no interval stays open', async (table) => {
  const station = await buildStation({ provider: 'none' });
  await station.close();
  inDatabase(station.dataDir, station.vaultKey, (sql) => sql.exec(`DROP TABLE ${table}`));
  const intervals = countIntervals();
  await expect(station.openOn(station.dataDir)).rejects.toThrow(`no such table: ${table}`);
  expect(intervals()).toBe(0);
});

test('a start that fails at its very end leaves no interval, and its data folder to the next one', async () => {
  const station = await buildStation({ provider: 'none' });
  await station.close();
  const fault = new Error('no log');
  const log = {
    ...noLog,
    write() {
      throw fault;
    },
  };
  const intervals = countIntervals();
  await expect(station.openOn(station.dataDir, { log })).rejects.toBe(fault);
  expect(intervals()).toBe(0);
  await station.reopen();
});
