/** Two stations, each with its own data folder, that sign documents of one folder. */
import { copyFile, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation, startProvider } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';

const maxWaitMs = 10_000;

/** Two stations of one provider; `names` are documents of the first one's folder. */
async function twoStations(...names: string[]) {
  const provider = await startProvider();
  const [first, second] = [await buildStation({ provider }), await buildStation({ provider })].map((one) => withSigningActions(one));
  if (!first || !second) throw new Error('no stations');
  const ids = await first.contracts(...names);
  const open = async (name: string) => (await second.documents.open([join(first.folder, name)])).ids;
  return { first, second, ids, open };
}

const faultsOf = async ({ signing, entries }: SigningStation, ids: readonly string[], more = {}) =>
  (await signing.check({ documents: entries(ids, more) })).map(({ documentId, problem }) => [documentId, problem.code, problem.detail]);

test('a document that another station has signed in the same folder is sent again only when a person asks for it', async () => {
  const { first, second, ids, open } = await twoStations('a', 'b');
  await first.sendAll(ids.slice(0, 1));
  const [a = '', b = ''] = [...(await open('a.pdf')), ...(await open('b.pdf'))];
  expect(await faultsOf(second, [a, b])).toEqual([
    [a, 'signed-file-found', { name: 'a.pdf', signed: 'a-signed.pdf', folder: 'signed', at: expect.stringMatching(/\d:\d\d/) }],
  ]);
  expect((await second.signing.send({ documents: second.entries([a, b]) })).batchId).toBeNull();
  await second.sendAll([b]);
  expect(await faultsOf(second, [a], { again: true })).toEqual([]);
  await second.sendAll([a], { again: true });
  expect(second.states([a, b])).toEqual(['signed', 'signed']);
  expect(await first.signedNames()).toEqual(['a-signed (2).pdf', 'a-signed.pdf', 'b-signed.pdf']);
});

test('a signed file in the chosen folder, or next to the document, is found under each number', async () => {
  const { first, second, ids, open } = await twoStations('a', 'b');
  const chosen = await tempDir();
  first.settings.change({ outputFolder: chosen });
  second.settings.change({ outputFolder: chosen });
  await writeFile(join(chosen, 'a-signed.pdf'), Buffer.alloc(100_000));
  await first.sendAll(ids);
  await copyFile(join(chosen, 'b-signed.pdf'), join(first.folder, 'b-signed.pdf'));
  second.settings.change({ outputFolder: null });
  const [b = ''] = await open('b.pdf');
  expect(await faultsOf(second, [b])).toMatchObject([[b, 'signed-file-found', { signed: 'b-signed.pdf' }]]);
  second.settings.change({ outputFolder: chosen });
  const [a = ''] = await open('a.pdf');
  expect(await faultsOf(second, [a])).toMatchObject([[a, 'signed-file-found', { signed: 'a-signed (2).pdf' }]]);
});

test('what the station has signed itself for another client, an older file and one of another document raise no question', async () => {
  const { first, second, ids, open } = await twoStations('a');
  await first.sendAll(ids);
  expect(await faultsOf(first, ids, { clientInfo: 'T-2' })).toEqual([[ids[0], 'document-sent', undefined]]);
  const [form = ''] = (await first.documents.open([join(first.folder, 'signed', 'a-signed.pdf')])).ids;
  expect(await faultsOf(first, [form])).toEqual([]);
  await copyFile(join(first.folder, 'a.pdf'), join(first.folder, 'copy.pdf'));
  await copyFile(join(first.folder, 'signed', 'a-signed.pdf'), join(first.folder, 'signed', 'copy-signed.pdf'));
  const [copy = ''] = (await first.documents.open([join(first.folder, 'copy.pdf')])).ids;
  expect(await faultsOf(first, [copy], { clientInfo: 'T-2' })).toEqual([]);

  const [a = ''] = await open('a.pdf');
  const old = new Date(Date.now() - 31 * 86_400_000);
  await utimes(join(first.folder, 'signed', 'a-signed.pdf'), old, old);
  expect(await faultsOf(second, [a])).toEqual([]);
  await writeFile(join(first.folder, 'signed', 'a-signed.pdf'), Buffer.alloc(100_000));
  expect(await faultsOf(second, [a])).toEqual([]);
});

test('a document that waited while another station signed it waits for a person', async () => {
  const { first, second, ids, open } = await twoStations('a');
  const [a = ''] = await open('a.pdf');
  second.queue.pause();
  await second.send([a]);
  await first.sendAll(ids);
  const [now, uptime, waited] = [Date.now, os.uptime, 120];
  const spies = [
    vi.spyOn(Date, 'now').mockImplementation(() => now() + waited * 1000),
    vi.spyOn(os, 'uptime').mockImplementation(() => uptime() + waited),
  ];
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  second.queue.resume();
  await second.queue.run({ maxWaitMs });
  expect(second.states([a])).toEqual(['failed signed-file-found']);
  expect(first.calls()).toHaveLength(1);
});
