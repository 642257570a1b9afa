/** Published documents on a full disk: what is refused is refused whole, says so, and works when there is room again. */

import { writeFileSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemOf } from '../support/doors/errors.ts';
import { describeWith } from '../support/runner/need.ts';
import { fill, giveRoom, smallDisk } from '../support/storage/mounts.ts';
import { longWait } from '../support/waiting.ts';
import { ask, bodyOf, hashesIn, idKey, openTestPublishing, type TestPublishing, watchedFolder } from '../support/web-service/publishing.ts';

async function openOnSmallDisk(): Promise<{ disk: string; opened: TestPublishing }> {
  const disk = await smallDisk(8_192);
  const dataDir = join(disk, 'data');
  await mkdir(dataDir);
  return { disk, opened: await openTestPublishing({ dataDir }) };
}

/** With more and more room, until it is done: refused each time before, with nothing changed, also after another start. */
async function untilDone<T>(disk: string, opened: TestPublishing, work: () => Promise<T>): Promise<{ refused: number; done: T }> {
  const state = async () => ({ all: opened.all(), encrypted: await opened.encrypted() });
  const before = await state();
  for (let refused = 0; refused < 120; refused++) {
    fill(disk, refused);
    const code = await work().then(
      (done) => ({ done }),
      (thrown: unknown) => problemOf(thrown).code,
    );
    await giveRoom(disk);
    if (typeof code === 'object') return { refused, ...code };
    expect(code).toBe('disk-full');
    expect(await state()).toEqual(before);
    if (refused % 8 === 0) {
      await opened.killed();
      expect(await state()).toEqual(before);
    }
  }
  throw new Error('never done');
}

describeWith('small file system')('publishing on a full disk', () => {
  test('publishes all or none', async () => {
    const { disk, opened } = await openOnSmallDisk();
    const paths = [await opened.pdf('1.pdf'), await opened.pdf('2.pdf')];
    for (const path of paths) await appendFile(path, `${' '.repeat(40_000)}\n%%EOF\n`);
    const { refused, done } = await untilDone(disk, opened, async () => {
      const staged = await opened.publishing.stage(paths);
      return opened.publishing.publish({ staged: staged.map(({ id }) => id), keys: [idKey('1')], once: true, visitId: null });
    });
    expect(refused).toBeGreaterThan(10);
    expect(await ask(opened, { IdNumber: '1' })).toEqual(done.map(({ sha256 }) => sha256));
  });

  test('returns no document whose fetch cannot be recorded first, and offers it later', async () => {
    const { disk, opened } = await openOnSmallDisk();
    const one = await opened.publish(await opened.pdf('1.pdf'), [idKey('1')], { once: true });
    const { refused, done } = await untilDone(disk, opened, () => opened.publishing.answer({ IdNumber: '1' }, 'provider'));
    expect(refused).toBeGreaterThan(0);
    expect(hashesIn(await bodyOf(done))).toEqual([one.sha256]);
  });

  test('a fetched document whose end could not be recorded is not returned again, and recorded later', async () => {
    const { disk, opened } = await openOnSmallDisk();
    const one = await opened.publish(await opened.pdf('1.pdf'), [idKey('1')], { once: true });
    const answer = await opened.publishing.answer({ IdNumber: '1' }, 'provider');
    expect(hashesIn(await bodyOf(answer))).toEqual([one.sha256]);
    fill(disk, 0);
    answer.finished(true);
    expect(opened.all()).toMatchObject([{ state: 'offered', fetches: [{ complete: false }] }]);
    await expect(opened.publishing.answer({ IdNumber: '1' }, 'provider')).rejects.toMatchObject({ problem: { code: 'disk-full' } });
    await giveRoom(disk);
    expect(await ask(opened, { IdNumber: '1' })).toEqual([]);
    expect(opened.all()).toMatchObject([{ state: 'fetched', fetches: [{ complete: true }] }]);
    expect(opened.noted.at(-1)).toBe('document-fetched 1.pdf provider');
  });

  test('a watched file without room is reported, and published once there is room', async () => {
    const { disk, opened } = await openOnSmallDisk();
    const folder = await watchedFolder(opened);
    await opened.publishing.watch();
    await opened.publish(await opened.pdf('0.pdf'), [idKey('0')]);
    const before = await opened.encrypted();
    fill(disk, 0);
    const bytes = Buffer.concat([await readFile(join(opened.folder, '0.pdf')), Buffer.from(`${' '.repeat(40_000)}\n%%EOF\n`)]);
    writeFileSync(join(folder, '79555001_a.pdf'), bytes);
    await expect.poll(() => opened.publishing.watching()?.code, { ...longWait, interval: 20 }).toBe('disk-full');
    // While it is tried again, a part of its file is there.
    await expect.poll(opened.encrypted, { ...longWait, interval: 20 }).toEqual(before);
    await giveRoom(disk);
    await expect.poll(() => opened.all().length, { ...longWait, interval: 20 }).toBe(2);
    await expect.poll(() => opened.publishing.watching(), { ...longWait, interval: 20 }).toBe(null);
  });
});
