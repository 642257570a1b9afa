/** A start that fails after the ledger was opened closes it, and reports what failed. */
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSentLedger } from '../support/doors/signing.ts';
import { openSql } from '../support/doors/storage.ts';
import { ledgerDeps } from '../support/signing/ledger.ts';
import { buildStation } from '../support/station.ts';
import { openTestDatabase } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Files of the folder that this process has open. Linux alone lists them. */
function openFiles(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  const target = (name: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      // The one that lists them is closed by now.
      return '';
    }
  };
  return readdirSync('/proc/self/fd')
    .map(target)
    .filter((path) => path.startsWith(folder));
}

test('when a table is missing, no file of the data folder stays open', async () => {
  const station = await buildStation({ provider: 'none' });
  await station.close();
  const sql = openSql(join(station.dataDir, 'station.sqlite'), { key: station.vaultKey });
  sql.exec('DROP TABLE job');
  sql.close();
  await expect(station.openOn(station.dataDir)).rejects.toThrow('no such table: job');
  expect(openFiles(station.dataDir)).toEqual([]);
});

test('when another ledger cannot take the place of a damaged one, the error is the first one', async () => {
  const dataDir = await tempDir();
  writeFileSync(join(dataDir, 'sent-ledger'), 'no header');
  const fault = new Error('no');
  const now = () => {
    throw fault;
  };
  await expect(openSentLedger(ledgerDeps({ database: openTestDatabase(dataDir), dataDir, now }))).rejects.toBe(fault);
  expect(openFiles(dataDir).filter((path) => path.endsWith('sent-ledger'))).toEqual([]);
});
