/** What a start says when files of the data folder are missing, cannot be used, or are of another kind. */
import { cpSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Problem, problemOf } from '../support/doors/errors.ts';
import { testWith } from '../support/runner/need.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { makeReadOnly } from '../support/storage/mounts.ts';
import { longWait } from '../support/waiting.ts';

const build = async () => withSigningActions(await buildStation({ stored: true }));
const codes = ({ notices }: { notices(): readonly Problem[] }) => notices().map(({ code }) => code);
/** Each with its side files. */
const removeDatabase = (folder: string, name: string) => {
  for (const side of ['', '-wal', '-shm']) rmSync(join(folder, `${name}.sqlite${side}`), { force: true });
};

test.each([
  ['deleted', (folder: string) => removeDatabase(folder, 'settings')],
  ['emptied', (folder: string) => truncateSync(join(folder, 'settings.sqlite'))],
])('settings that were %s are reported until a person has read it; a new data folder has no notice', async (_, lose) => {
  const station = await build();
  expect(station.notices()).toEqual([]);
  await station.reopen({}, () => lose(station.dataDir));
  expect(station.notices()).toMatchObject([{ code: 'settings-unreadable', detail: { context: 'missing' } }]);
  await station.reopen();
  expect(codes(station)).toEqual(['settings-unreadable']);
  station.acknowledgeNotices();
  await station.reopen();
  expect(station.notices()).toEqual([]);
});

test.each([
  ['deleted', (folder: string) => rmSync(folder, { recursive: true })],
  ['emptied', (folder: string) => readdirSync(folder).forEach((name) => void rmSync(join(folder, name)))],
])('encrypted files that were %s are reported until a person has read it, and again when that happens again', async (_, lose) => {
  const station = await build();
  station.queue.pause();
  await station.send(await station.contracts('a'));
  const folder = join(station.dataDir, 'encrypted');
  await station.reopen({}, () => lose(folder));
  expect(station.notices()).toMatchObject([{ code: 'files-missing', detail: { name: 'encrypted' } }]);
  await station.reopen();
  expect(codes(station)).toEqual(['files-missing']);
  station.acknowledgeNotices();
  await station.reopen();
  expect(station.notices()).toEqual([]);
  station.queue.pause();
  await station.send(await station.contracts('b'));
  await station.reopen();
  await station.reopen({}, () => lose(folder));
  expect(codes(station)).toEqual(['files-missing']);
});

test('without any encrypted file, documents wait for one reason, also during a run; nothing is sent before the folder is back', async () => {
  const station = await build();
  station.queue.pause();
  const ids = await station.contracts('a', 'b');
  await station.send(ids);
  const [folder, away] = [join(station.dataDir, 'encrypted'), join(station.folder, 'away')];
  const empty = () => {
    cpSync(folder, away, { recursive: true });
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
  };
  const wait = () => expect.poll(() => station.states(ids), longWait).toEqual(['queued files-missing', 'queued files-missing']);
  empty();
  station.queue.resume();
  await wait();
  await station.reopen();
  await wait();
  expect(codes(station)).toEqual(['files-missing']);
  expect(station.calls()).toEqual([]);
  cpSync(away, folder, { recursive: true });
  station.wake();
  await expect.poll(() => station.states(ids), longWait).toEqual(['signed', 'signed']);
});

test('the encrypted files of another station are reported as one cause, and stay as they are', async () => {
  const [station, other] = [await build(), await build()];
  for (const one of [station, other]) {
    one.queue.pause();
    await one.send(await one.contracts('a'));
  }
  const [killed, others] = [station.asKilled(), join(other.dataDir, 'encrypted')];
  await station.close();
  rmSync(join(killed, 'encrypted'), { recursive: true });
  cpSync(others, join(killed, 'encrypted'), { recursive: true });
  const opened = await station.openOn(killed);
  expect(codes(opened)).toEqual(['files-missing']);
  expect(readdirSync(join(killed, 'encrypted'))).toEqual(readdirSync(others));
});

test('settings of before the last run are reported until a person has read it', async () => {
  const station = await build();
  await station.reopen();
  const old = station.asKilled();
  station.queue.pause();
  await station.reopen({}, () => {
    removeDatabase(station.dataDir, 'settings');
    for (const name of readdirSync(old)) if (name.startsWith('settings.')) cpSync(join(old, name), join(station.dataDir, name));
  });
  expect(station.notices()).toMatchObject([{ code: 'settings-unreadable', detail: { context: 'older' } }]);
  await station.reopen();
  expect(codes(station)).toEqual(['settings-unreadable']);
  station.acknowledgeNotices();
  await station.reopen();
  expect(station.notices()).toEqual([]);
});

test('a database that was emptied is reported next to its documents in doubt', async () => {
  const station = await build();
  await station.sendAll(await station.contracts('a'));
  await station.reopen({}, () => truncateSync(join(station.dataDir, 'station.sqlite')));
  expect(codes(station)).toEqual(['ledger-ahead', 'database-older']);
  await station.reopen();
  expect(codes(station)).toEqual(['database-older']);
});

/** Opens the folder as a kill leaves it, after a change. */
async function refusedAfter(change: (folder: string) => void): Promise<unknown> {
  const station = await build();
  station.queue.pause();
  await station.send(await station.contracts('a'));
  const folder = station.asKilled();
  await station.close();
  change(folder);
  return station.openOn(folder).then(
    () => 'opened',
    (thrown: unknown) => problemOf(thrown),
  );
}

test.each(['settings.sqlite', 'station.sqlite', 'sent-ledger', 'settings.sqlite-shm', 'station.sqlite-shm', 'station.sqlite-wal'])(
  'a folder in place of %s is refused with a name',
  async (name) => {
    const refused = await refusedAfter((folder) => {
      rmSync(join(folder, name), { force: true });
      mkdirSync(join(folder, name));
    });
    const file = name.replace(/-(shm|wal)$/, '');
    expect(refused).toMatchObject({ code: 'data-folder-unusable', detail: { context: 'file', name: file } });
  },
);

testWith('small file system')('encrypted files on a disk that is read-only: refused before anything is sent', async () => {
  const refused = await refusedAfter((folder) => makeReadOnly(join(folder, 'encrypted')));
  expect(refused).toMatchObject({ code: 'data-folder-unusable', detail: { cause: 'EROFS', name: 'encrypted' } });
});

test('what has the name of an unfinished ledger or of a restore is no obstacle', async () => {
  const opened = await refusedAfter((folder) => {
    mkdirSync(join(folder, 'sent-ledger.part'));
    writeFileSync(join(folder, `restored-${'9'.repeat(20)}`), '');
  });
  expect(opened).toBe('opened');
});
