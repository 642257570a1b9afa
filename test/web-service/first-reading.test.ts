/** The first reading of the watched folder: until it has ended, a request that finds nothing is not answered as "no documents". */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createPdfReader, readDocument } from '../support/doors/documents.ts';
import { createStepQueue, type PublishingDeps } from '../support/doors/web-service.ts';
import { until } from '../support/waiting.ts';
import { ask, idKey, openTestPublishing, pdfIn, watchedFolder } from '../support/web-service/publishing.ts';

const reader = createPdfReader();
const pace = { quiet: 60, look: 100, scan: 150, first: 10_000 };
const unread = { problem: { code: 'documents-being-read' } };

/** Reads documents once `open` is called, in a watched folder. */
function gate(): { readFacts: PublishingDeps['readFacts']; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    readFacts: async (path) => {
      if (path.includes('watched')) await promise;
      return readDocument(path, reader);
    },
    open: resolve,
  };
}

test('until the files were read, no request is answered with none', async () => {
  const { readFacts, open } = gate();
  const opened = await openTestPublishing({ pace, readFacts });
  const folder = await watchedFolder(opened);
  for (let count = 1; count <= 9; count++) await pdfIn(folder, `${count}_a.pdf`);
  await opened.publish(await opened.pdf('own.pdf'), [idKey('20')]);
  await opened.publishing.watch();
  expect(opened.publishing.reading()).toBe(true);
  for (const IdNumber of ['9', '404']) await expect(ask(opened, { IdNumber })).rejects.toMatchObject(unread);
  expect(await ask(opened, { IdNumber: '20' })).toHaveLength(1);
  open();
  await until(() => opened.publishing.reading(), false);
  expect(await ask(opened, { IdNumber: '9' })).toHaveLength(1);
  expect(await ask(opened, { IdNumber: '404' })).toEqual([]);
});

test('a missing folder is not waited for; when it comes, it is read first', async () => {
  const { readFacts, open } = gate();
  const opened = await openTestPublishing({ pace, readFacts });
  opened.settings.folder = join(opened.folder, 'watched');
  await opened.publishing.watch();
  expect(opened.publishing.watching()?.code).toBe('watched-folder-missing');
  expect(opened.publishing.reading()).toBe(false);
  expect(await ask(opened, { IdNumber: '1' })).toEqual([]);
  const elsewhere = await watchedFolder(opened);
  await pdfIn(elsewhere, '1_a.pdf');
  await opened.publishing.watch();
  expect(opened.publishing.reading()).toBe(true);
  await expect(ask(opened, { IdNumber: '1' })).rejects.toMatchObject(unread);
  open();
  await until(() => opened.publishing.reading(), false);
  expect(await ask(opened, { IdNumber: '1' })).toHaveLength(1);
});

test('a folder that appears while it is watched is read first', async () => {
  const { readFacts, open } = gate();
  const opened = await openTestPublishing({ pace, readFacts });
  const folder = join(opened.folder, 'watched');
  opened.settings.folder = folder;
  await opened.publishing.watch();
  await mkdir(folder);
  await pdfIn(folder, '1_a.pdf');
  await until(() => opened.publishing.reading(), true);
  open();
  await until(() => opened.publishing.reading(), false);
  expect(opened.publishing.watching()).toBe(null);
});

test('a folder that does not answer is waited for a bounded time', async () => {
  const { readFacts } = gate();
  const opened = await openTestPublishing({ pace: { ...pace, first: 300 }, readFacts });
  const folder = await watchedFolder(opened);
  await pdfIn(folder, '1_a.pdf');
  await opened.publishing.watch();
  expect(opened.publishing.reading()).toBe(true);
  await until(() => opened.publishing.reading(), false);
  expect(await ask(opened, { IdNumber: '1' })).toEqual([]);
});

test('an offered document whose file was not checked yet is not answered with none', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<'file'>();
  const folderOptions: Pick<PublishingDeps, 'what' | 'pace'> = { pace: { ...pace, first: 300 } };
  const opened = await openTestPublishing(folderOptions);
  const folder = await watchedFolder(opened);
  await pdfIn(folder, '1_a.pdf');
  await opened.publishing.watch();
  await until(() => opened.all().length, 1);
  folderOptions.what = () => promise;
  await opened.killed();
  await opened.publishing.watch();
  await until(() => opened.publishing.reading(), false);
  await expect(ask(opened, { IdNumber: '1' })).rejects.toMatchObject(unread);
  expect(await ask(opened, { IdNumber: '404' })).toEqual([]);
  answer('file');
  await expect.poll(() => ask(opened, { IdNumber: '1' }).catch(() => [])).toHaveLength(1);
});

describe('steps', () => {
  test('of different files run together, of one file in order, of the folder alone', async () => {
    const noted: string[] = [];
    const steps = createStepQueue(2);
    const add = (path: string | null, name: string) =>
      steps.add({
        path,
        async run() {
          noted.push(`${name}+`);
          await pause(5);
          noted.push(`${name}-`);
        },
      });
    add(null, 'first');
    for (const path of ['a', 'b', 'c']) add(path, path);
    add('c', 'again');
    add(null, 'folder');
    add('a', 'last');
    await until(() => noted.at(-1), 'last-');
    expect(noted.join(' ')).toBe('first+ first- a+ b+ a- b- c+ c- again+ again- folder+ folder- last+ last-');
  });

  test('that have not begun are dropped at the end', async () => {
    const noted: string[] = [];
    const steps = createStepQueue(1);
    for (const path of ['a', 'b']) {
      steps.add({
        path,
        async run() {
          await pause(5);
          noted.push(path);
        },
      });
    }
    await steps.close();
    await pause(20);
    expect(noted).toEqual(['a']);
  });
});
