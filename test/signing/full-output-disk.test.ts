/** Where signed files go refuses: full, read-only, gone while it is written, failing. Signed files are stored and delivered later or elsewhere. */

import { rmSync, watch } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Practice, startPractice } from '../support/doors/practice.ts';
import { describeWith } from '../support/runner/need.ts';
import { sized } from '../support/runner/soak.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { buildOnDisk, type FullDiskStation } from '../support/signing/full-disk-actions.ts';
import { failingDisk, giveRoom, leaveFree, makeReadOnly, smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';

let practice: Practice;
beforeAll(async () => {
  practice = await startPractice();
});
afterAll(() => practice.close());

/** Sends one document; resolves with its id once it was signed and its delivery was tried. */
async function sign(station: FullDiskStation, name: string): Promise<string> {
  expect(await station.sendNew(name)).toBeNull();
  const [job] = station.jobs();
  const id = job?.documentId ?? '';
  await batchFinished(station, job?.batchId);
  await station.queue.deliver([id]);
  // The call's own delivery may come after this one.
  await expect.poll(() => namesIn(station.output)).not.toContain('.part');
  expect(station.jobs()).toMatchObject([{ status: 'signed' }]);
  return id;
}

const namesIn = async (folder: string): Promise<string> => (await readdir(folder).catch(() => [])).join();

/** Folders where nothing can be put, not next to the original either. */
async function blocked(folder: string): Promise<{ originals: string; output: string }> {
  const [originals, output] = [join(folder, 'originals'), join(folder, 'output')];
  await mkdir(originals);
  await mkdir(output);
  // A file where the folder should be, which root cannot write into either.
  await writeFile(join(originals, 'signed'), 'in the way');
  return { originals, output };
}

describeWith('small file system')('an output folder', () => {
  test('on a full disk: a file that does not fit is stored and delivered once there is room', async () => {
    const outcomes: string[] = [];
    for (let room = 0; room <= 64; room += sized(32, 4)) {
      const disk = await smallDisk(2_048);
      const folders = await blocked(disk);
      const station = await buildOnDisk(await tempDir(), practice, {
        ...folders,
        onRequest: async (path) => (path === '/sign-documents' ? leaveFree(disk, room * 1_024) : undefined),
      });
      const id = await sign(station, `full-${room}`);
      const [job] = station.jobs();
      outcomes.push(job?.delivery ?? '');
      if (job?.delivery === 'waiting') {
        expect(job.warning).toMatchObject({ code: 'disk-full', detail: { name: 'output' } });
        await expect.poll(() => namesIn(folders.output)).toBe('');
        await giveRoom(disk);
        await station.queue.deliver([id]);
        await expect.poll(() => station.jobs()).toMatchObject([{ delivery: 'done', warning: null }]);
      }
      expect(await readdir(folders.output)).toEqual([`full-${room}-signed.pdf`]);
      expect(await station.broken()).toEqual([]);
      await station.close();
    }
    expect([outcomes[0], outcomes.at(-1)]).toEqual(['waiting', 'done']);
  });

  test('that is read-only: the file is stored, also over a restart, and delivered to another folder', async () => {
    const [folder, other] = [await tempDir(), await tempDir()];
    const folders = await blocked(folder);
    makeReadOnly(folders.output);
    const station = await buildOnDisk(await tempDir(), practice, folders);
    const id = await sign(station, 'read-only');
    const waiting = {
      status: 'signed',
      delivery: 'waiting',
      signedName: null,
      warning: { code: 'output-not-writable', detail: { name: 'output' } },
    };
    expect(station.jobs()).toMatchObject([waiting]);
    await station.restart();
    expect(station.jobs()).toMatchObject([waiting]);
    expect(await station.queue.deliver([id], folders.output)).toBe(0);
    expect(await station.queue.deliver([id], other)).toBe(1);
    expect(station.signedPaths()).toEqual({ 'read-only.pdf': join(other, 'read-only-signed.pdf') });
    expect(await station.broken()).toEqual([]);
  });

  test('that refuses at the fsync, as a remote or thin disk does: nothing counts as delivered', async ({ skip }) => {
    const output = await failingDisk();
    if (output === null) return skip('no disk that fails can be made here');
    const { originals } = await blocked(await tempDir());
    const station = await buildOnDisk(await tempDir(), practice, { originals, output });
    const id = await sign(station, 'failing');
    expect(station.jobs()).toMatchObject([{ delivery: 'waiting', signedName: null, warning: { code: 'disk-full' } }]);
    expect(await station.queue.deliver([id], await tempDir())).toBe(1);
    expect(await station.broken()).toEqual([]);
  });
});

describe('an output folder', () => {
  test('that is removed during the write: the file is next to the original, with the reason', async () => {
    const output = join(await tempDir(), 'output');
    await mkdir(output);
    let removed = 0;
    const watcher = watch(output, (_kind, name) => {
      if (!name?.endsWith('.part')) return;
      watcher.close();
      rmSync(output, { recursive: true });
      removed += 1;
    });
    const station = await buildOnDisk(await tempDir(), practice, { output, size: 8_000_000 });
    await sign(station, 'gone');
    expect(removed).toBe(1);
    expect(station.jobs()).toMatchObject([{ delivery: 'done', warning: { code: 'output-folder-missing', detail: { name: 'output' } } }]);
    expect(station.signedPaths()['gone.pdf']).toMatch(/signed.gone-signed\.pdf$/);
    expect(await station.broken()).toEqual([]);
  });
});
