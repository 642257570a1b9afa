/** The folder of encrypted files is gone for a while, with its disk or share, or the disk is full: calls are answered with 500, and nothing is half stored. */
import { randomBytes } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { testWith } from '../support/runner/need.ts';
import { buildStation } from '../support/station.ts';
import { fill, giveRoom, smallDisk } from '../support/storage/mounts.ts';
import { until } from '../support/waiting.ts';
import { askToken, callService, sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';

const all = { text: '', show: 'all' } as const;
const picture = randomBytes(40_000).toString('base64');
const record = { Uid: 'U-1', IdNumber: '5', TransactionId: 'TX-1', Images: [{ Id: 1, ImageTypeId: 1, Image: picture }] };
const question = { JsonTransaction: { IdNumber: '7' } };

test('what is pushed then is refused, reported, and stored once when it is sent again', async () => {
  const station = await buildStation({ provider: 'none', sending: 'manual' });
  const { service, inbox, publishing } = station;
  await service.change({ enabled: true, port: 0 });
  const [url = ''] = service.state().urls;
  const added = await service.users.add('provider');
  const token = await tokenFor(url, { username: 'provider', password: added.password });
  const staged = await publishing.stage([await writeFile(station.folder, 'a.pdf', await plainPdf(1, 'a'))]);
  const keys = [{ kind: 'identification', value: '7' } as const];
  await publishing.publish({ staged: staged.map(({ id }) => id), keys, once: true, visitId: null });

  const send = async () => {
    const answers = [];
    for (const body of [record, '{ no JSON', question]) answers.push((await sendToDocuments(url, token, body)).status);
    return answers;
  };
  const ready = async () => (await callService(url, { method: 'GET', path: '/ready' })).status;
  const [folder, away] = [join(station.dataDir, 'encrypted'), join(station.dataDir, 'away')];
  const before = await readdir(folder);
  await rename(folder, away);
  expect(await send()).toEqual([500, 500, 500]);
  expect(await ready()).toBe(503);
  expect([inbox.state().total, station.records().lines, station.visits.page({ text: '', show: 'all' }, 0, 10).total]).toEqual([0, [], 0]);
  expect(service.state()).toMatchObject({ state: 'running', problem: { code: 'push-not-stored' } });
  expect(service.state().errors.map(({ kind }) => kind)).toEqual(['not-answered', 'not-stored', 'not-stored']);
  expect(await readdir(station.dataDir)).not.toContain('encrypted');

  await rename(away, folder);
  expect(await readdir(folder)).toEqual(before);
  expect(await send()).toEqual([200, 400, 200]);
  expect(service.state().problem).toBeNull();
  expect(inbox.page(all, 0, 10).items.map(({ kind, repeats }) => [kind, repeats])).toEqual([
    ['quarantined', 0],
    ['record', 0],
  ]);
});

testWith('small file system')('a token that a full disk does not store is reported as that, until one is issued', async () => {
  const disk = await smallDisk(8_192);
  const { service } = await buildStation({ provider: 'none', sending: 'manual', dataDir: join(disk, 'data') });
  await service.change({ enabled: true, port: 0 });
  const [url = ''] = service.state().urls;
  const { password } = await service.users.add('provider');
  const statusOfToken = async () => (await askToken(url, { username: 'provider', password })).status;
  fill(disk, 0);
  expect(await statusOfToken()).toBe(500);
  await until(() => service.state().errors.map(({ kind, code }) => [kind, code]), [['token-failed', 'disk-full']]);
  expect(service.state().problem).toMatchObject({ code: 'disk-full' });
  await giveRoom(disk);
  expect(await statusOfToken()).toBe(200);
  await until(() => service.state().problem, null);
});
