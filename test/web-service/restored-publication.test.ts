/** Publications of a backup that is restored: the provider may have fetched them since. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restoreBackup, writeBackup } from '../support/doors/app.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { buildStation } from '../support/station.ts';
import { everything, idKey } from '../support/web-service/publishing.ts';

test('what was published is withdrawn by a restore, once, and a person can offer it again', async () => {
  const station = await buildStation({ provider: 'none' });
  const path = join(station.folder, 'backup.zip');
  const staged = await station.publishing.stage([await writeFile(station.folder, 'contract.pdf', await plainPdf(1))]);
  await station.publishing.publish({ staged: staged.map(({ id }) => id), keys: [idKey('1')], once: true, visitId: null });
  const states = () => station.publishing.page(everything, 0, 10).items.map(({ id, state }) => ({ id, state }));
  const [{ id } = { id: '' }] = states();
  await station.reopen({}, async () => {
    const { dataDir, vaultKey } = station;
    await writeBackup(dataDir, path, new Date());
    await rm(dataDir, { recursive: true });
    await restoreBackup({ dataDir, path, keychain: memoryKeychain(), vaultKey, now: new Date() });
  });
  expect(states()).toEqual([{ id, state: 'withdrawn' }]);
  expect(station.notices()).toMatchObject([{ code: 'data-restored' }]);

  station.publishing.offer(id);
  await station.reopen();
  expect(states()).toEqual([{ id, state: 'offered' }]);
  expect(station.notices()).toMatchObject([{ code: 'data-restored' }]);
  station.acknowledgeNotices();
  expect(station.notices()).toEqual([]);
});
