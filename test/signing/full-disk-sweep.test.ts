/** What else the station writes, and starting, on a full disk or within a limit of file size. */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../support/code-of.ts';
import { profileSchema } from '../support/doors/domain.ts';
import { startPractice } from '../support/doors/practice.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { describeWith } from '../support/runner/need.ts';
import { compileCache, program } from '../support/runner/programs.ts';
import { buildOnDisk } from '../support/signing/full-disk-actions.ts';
import { giveRoom, leaveFree, smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

describeWith('small file system')('on a full disk', () => {
  test('changes of settings, profiles, presets, the pause and a closing note are refused with disk-full and change nothing', async () => {
    const practice = await startPractice();
    const disk = await smallDisk(3_072);
    const station = await buildOnDisk(disk, practice);
    const { settings, queue } = station;
    const profile = profileSchema.parse(practice.profile);
    const stored = settings.saveProfile(profile);
    const rule = { page: -1, anchor: 'bottom-left', x: 36, y: 36, width: 200, height: 60 } as const;
    const [preset] = settings.savePreset({ name: 'here', rule });
    practice.misbehave('sign', { drop: 'before-answer' });
    expect(await station.sendNew('doubt')).toBeNull();
    await expect.poll(() => station.jobs()).toMatchObject([{ status: 'in-doubt' }]);
    const id = station.jobs()[0]?.documentId ?? '';

    const seen = () => [settings.settings(), settings.profiles(), settings.presets(), queue.state().paused, station.jobs()];
    await leaveFree(disk, 0);
    // What is left in blocks that the log holds already.
    for (let left = 0; left < 200 && (await outcomeOf(() => settings.change({ language: left % 2 ? 'es' : 'en' }))) === 'done'; left += 1);
    const before = JSON.stringify(seen());
    const long = 'x'.repeat(20_000);
    const work = {
      settings: () => settings.change({ outputFolder: `/${long}` }),
      profile: () => settings.saveProfile({ ...profile, name: 'another' }),
      removeProfile: () => settings.removeProfile(stored.id),
      preset: () => settings.savePreset({ name: 'there', rule }),
      removePreset: () => settings.removePreset(preset?.id ?? ''),
      pause: () => queue.pause(),
      note: () => queue.close(id, long),
      again: () => queue.retry([id], { resend: true }),
    };
    const codes: Record<string, string> = {};
    for (const [name, run] of Object.entries(work)) codes[name] = await outcomeOf(run);
    expect(codes).toEqual(Object.fromEntries(Object.keys(work).map((name) => [name, 'disk-full'])));
    expect(JSON.stringify(seen())).toBe(before);

    await giveRoom(disk);
    queue.close(id, 'settled by telephone');
    expect(station.jobs()).toMatchObject([{ status: 'in-doubt', closed: { note: 'settled by telephone' } }]);
    await practice.close();
  });

  test('a start is refused with disk-full and changes nothing; with room again everything is there', async () => {
    const practice = await startPractice();
    const disk = await smallDisk(3_072);
    const station = await buildOnDisk(disk, practice);
    station.queue.pause();
    expect(await station.sendNew('waits')).toBeNull();
    const [before, files] = [station.jobs(), await station.encrypted()];
    const full = station.restart(() => leaveFree(disk, 0));
    await expect(full).rejects.toMatchObject({ problem: { code: 'disk-full', detail: { context: 'opening', name: station.dataDir } } });
    expect(await readdir(station.dataDir)).toEqual(expect.arrayContaining(['encrypted', 'station.sqlite']));
    expect(await station.encrypted()).toEqual(files);
    await giveRoom(disk);
    await station.restart();
    expect(station.jobs()).toEqual(before);
    expect(station.queue.state().paused).toBe(true);
    station.queue.resume();
    await expect.poll(() => station.jobs(), longWait).toMatchObject([{ status: 'signed', delivery: 'done' }]);
    expect(await station.broken()).toEqual([]);
    await practice.close();
  });
});

describe.runIf(process.platform !== 'win32')('within a limit of the file size', () => {
  test('a document that is too large is refused by name and leaves no file; others are signed', async () => {
    const folder = await tempDir();
    const small = Buffer.from(await plainPdf());
    const end = small.subarray(small.lastIndexOf('startxref'));
    const bytes = Buffer.concat([small, Buffer.alloc(600_000, 0x20), end]);
    const paths = { large: await writeFile(folder, 'large.pdf', bytes), small: await writeFile(folder, 'small.pdf', small) };
    const key = randomBytes(32).toString('base64');
    const sign = async (...files: string[]) => {
      const options = ['--practice', '--client-info', 'T-1', '--data-dir', join(folder, 'data'), '--out', folder, '--json'];
      // In blocks of 512 bytes: 500 kB.
      const command = ['-c', 'ulimit -f 1000; exec "$@"', 'sh', process.execPath, program('station'), 'sign', ...options, ...files];
      const env = { PATH: process.env.PATH, HOME: folder, LC_ALL: 'en_US.UTF-8', STATION_VAULT_KEY: key, ...compileCache };
      const ended = promisify(execFile)('sh', command, { env, timeout: 600_000 });
      return ended.then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
      );
    };
    const { code, stdout } = await sign(paths.large, paths.small);
    const signedPath = join(folder, 'small-signed.pdf');
    const documents = [
      { status: 'failed', code: 'disk-full' },
      { status: 'signed', signedPath },
    ];
    expect([code, JSON.parse(stdout).documents]).toMatchObject([3, documents]);
    expect((await readFile(signedPath)).subarray(0, small.length).equals(small)).toBe(true);
    expect((await readFile(paths.large)).equals(bytes)).toBe(true);
    expect(await readdir(join(folder, 'data', 'encrypted'))).toEqual([]);
  });
});
