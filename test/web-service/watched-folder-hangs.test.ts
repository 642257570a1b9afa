/** A watched folder on a share that does not answer any more: what watches it still ends, and what comes late does nothing. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problem } from '../support/doors/errors.ts';
import { type FolderPublications, openWatchedFolder, type Pace, watchFolder } from '../support/doors/web-service.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';
import { ask, openTestPublishing, watchedFolder } from '../support/web-service/publishing.ts';

const pace: Pace = { quiet: 20, look: 50, scan: 50, first: 200 };

test('a folder that does not answer delays nothing else', async () => {
  const folder = await tempDir();
  await writeFile(join(folder, '1_a.pdf'), await plainPdf(1, 'a'));
  const emitted: string[] = [];
  const { promise: late, resolve: answer } = Promise.withResolvers<boolean>();
  const watch = await watchFolder(
    {
      folder,
      pace,
      onFile: (path) => emitted.push(path),
      onFilesGone: () => emitted.push('less'),
      onListed: () => emitted.push('listed'),
      onReadable: (is) => emitted.push(`there ${is}`),
      onInterval: () => emitted.push('again'),
    },
    () => late,
  );
  await watch.close();
  answer(true);
  // Another watch, begun after it, has seen all: so would this one have.
  const { promise: seen, resolve: see } = Promise.withResolvers<string>();
  const other = await watchFolder({
    folder,
    pace,
    onFile: see,
    onFilesGone: () => {},
    onListed: () => {},
    onReadable: () => {},
    onInterval: () => {},
  });
  expect(await seen).toBe(join(folder, '1_a.pdf'));
  await other.close();
  expect(emitted).toEqual([]);
});

test('a file whose reading does not end delays nothing else', async () => {
  const folder = await tempDir();
  await writeFile(join(folder, '1_a.pdf'), await plainPdf(1, 'a'));
  const done: string[] = [];
  const publications: FolderPublications = {
    paths: () => [],
    offeredPaths: () => [],
    knows: () => false,
    found: async () => void done.push('found'),
    gone: () => void done.push('gone'),
    stays: () => void done.push('stays'),
    only: () => undefined,
  };
  const { promise: reading, resolve: begun } = Promise.withResolvers<void>();
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  const watched = await openWatchedFolder(
    { folder, key: 'identification', once: false },
    {
      publications,
      readFacts: async () => {
        begun();
        await late;
        return { size: 1, sha256: null, facts: null, problem: problem('pdf-truncated'), patches: [] };
      },
      pace,
      changed: () => undefined,
      unpublished: () => void done.push('reported'),
    },
  );
  await reading;
  await watched.close();
  answer();
  await new Promise(setImmediate);
  expect(done).toEqual([]);
});

test('ended publications are removed after their days, and not published again', async () => {
  const opened = await openTestPublishing({ pace, what: () => new Promise(() => {}) });
  const folder = await watchedFolder(opened);
  opened.settings.once = true;
  await writeFile(join(folder, '1_a.pdf'), await plainPdf(1, 'a'));
  await opened.publishing.watch();
  await expect.poll(() => opened.all().length).toBe(1);
  expect(await ask(opened, { IdNumber: '1' })).toHaveLength(1);
  await opened.publishing.expire(new Date(Date.now() + 1_000));
  expect(opened.all()).toEqual([]);
  await opened.publishing.watch();
  await writeFile(join(folder, '2_b.pdf'), await plainPdf(1, 'b'));
  await expect.poll(() => opened.all().map(({ name }) => name), longWait).toEqual(['2_b.pdf']);
});
