/** A backup of a station that stays open: written while it works, restored at the next start, and on another computer. */
import { mkdir, readdir, readFile, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/cli/run-cli.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { checkInThread } from '../support/doors/storage.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { buildStation, type TestStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';
import { everything, idKey } from '../support/web-service/publishing.ts';

/** A published document has an encrypted file. */
async function publish(station: TestStation, name: string): Promise<string> {
  const staged = await station.publishing.stage([await writeFile(station.folder, `${name}.pdf`, await plainPdf(1, name))]);
  await station.publishing.publish({ staged: staged.map(({ id }) => id), keys: [idKey(name)], once: false, visitId: null });
  const [{ id } = { id: '' }] = station.publishing.page(everything, 0, 10).items;
  return id;
}

const names = (station: Pick<TestStation, 'publishing'>) => station.publishing.page(everything, 0, 10).items.map(({ name }) => name);
const files = async (folder: string) => (await readdir(folder)).filter((name) => /\.zip$|\.part$/.test(name));
const unused = { name: 'unused' };
/** Takes no room on the disk. */
const largeBytes = 64 * 2 ** 20;

async function scene() {
  const entries = new Map<string, string>();
  const station = await buildStation({ provider: 'none', keychain: memoryKeychain(entries) });
  await publish(station, 'before');
  const path = join(station.folder, 'backup.zip');
  return { station, entries, path };
}

test('has what was removed while it was written, and is complete without what came later', async () => {
  const { station, path } = await scene();
  const [{ id } = { id: '' }] = station.publishing.page(everything, 0, 10).items;
  await station.publishing.withdraw(id);
  const { writing } = await begun(station, () => station.backups.write(path, null));
  // The backup still has its file, which is gone from the folder afterwards.
  await station.publishing.remove(id);
  await publish(station, 'after');
  const written = await writing;
  await rm(join(station.dataDir, 'encrypted/-large'));
  expect(station.backups.state()).toMatchObject({ last: { path: written.path }, work: null, prepared: null });
  expect(names(station)).toEqual(['after.pdf']);
  expect(await readdir(join(station.dataDir, 'encrypted'))).toHaveLength(1);
  expect((await readdir(station.dataDir)).filter((name) => name.endsWith('.part'))).toEqual([]);

  await station.backups.prepare({ path }, null);
  expect(station.backups.state().prepared).toBe(station.backups.state().last?.at);
  // Nothing has changed yet.
  expect(names(station)).toEqual(['after.pdf']);
  await station.reopen();
  expect(names(station)).toEqual(['before.pdf']);
  expect(await readdir(join(station.dataDir, 'encrypted'))).toHaveLength(2);
  expect(station.notices()).toMatchObject([{ code: 'data-restored' }]);
});

/** Begins a backup that takes its time: a large file is read before the others. */
async function begun<T>(
  { folder, dataDir }: { folder: string; dataDir: string },
  write: () => Promise<T>,
): Promise<{ writing: Promise<T> }> {
  await truncate(await writeFile(join(dataDir, 'encrypted'), '-large', Buffer.alloc(0)), largeBytes);
  const writing = write();
  const unfinished = async () => (await files(folder)).filter((name) => name.endsWith('.part'));
  await expect.poll(unfinished, { ...longWait, interval: 1 }).toHaveLength(1);
  return { writing };
}

test('leaves out a file that is quarantined or lost while it is written, and says so; not all of a folder', async () => {
  const { station, path } = await scene();
  await publish(station, 'second');
  const [damaged] = station.encryptedFiles.list();
  if (!damaged) throw new Error('no encrypted file');
  const { writing } = await begun(station, () => station.backups.write(path, null));
  await station.encryptedFiles.quarantine(damaged);
  expect(await writing).toMatchObject({ missing: 1, files: 5 });
  expect(station.backups.state().last).toMatchObject({ missing: 1 });

  const encrypted = join(station.dataDir, 'encrypted');
  const { writing: failing } = await begun(station, () => station.backups.write(join(station.folder, 'none.zip'), null));
  await rename(encrypted, `${encrypted}-away`);
  await expect(failing).rejects.toMatchObject({ problem: { code: 'data-folder-unusable' } });
  await rename(`${encrypted}-away`, encrypted);
  expect(await files(station.folder)).toEqual(['backup.zip']);

  await station.backups.prepare({ path }, null);
  await station.reopen();
  expect(names(station)).toEqual(['second.pdf', 'before.pdf']);
  expect(await readdir(encrypted)).toHaveLength(2);
  await station.close();

  const [another] = (await readdir(encrypted)).filter((name) => name !== '-large');
  const key = { STATION_VAULT_KEY: station.vaultKey.toString('base64') };
  const folder = await tempDir();
  const { writing: running } = await begun({ folder, dataDir: station.dataDir }, () =>
    runHere(['backup', join(folder, 'command.zip'), '--data-dir', station.dataDir, '--json'], folder, key),
  );
  await rm(join(encrypted, another ?? ''));
  const done = await running;
  expect([done.code, JSON.parse(done.stdout)]).toMatchObject([3, { missing: 1 }]);
});

test('a restore that is discarded, and one of a daily copy', async () => {
  const { station, entries, path } = await scene();
  await station.backups.write(path, null);
  let notified = 0;
  station.onNotice(() => {
    notified += 1;
  });
  await station.backups.prepare({ path }, null);
  expect([notified, station.notices()]).toMatchObject([1, [{ code: 'data-restored', detail: { context: 'prepared' } }]]);
  // A person who has read it may forget it: the next page shows it again.
  station.acknowledgeNotices();
  expect(station.notices()).toHaveLength(1);
  await station.backups.discard();
  expect([notified, station.notices()]).toEqual([2, []]);
  await publish(station, 'after');
  await station.reopen();
  expect(names(station)).toEqual(['after.pdf', 'before.pdf']);

  const copies = join(station.dataDir, 'daily-backups');
  const name = 'station-2026-01-05T12-00-00-000Z.sqlite';
  await mkdir(copies);
  const key = Buffer.from([...entries].find(([account]) => account.startsWith('data-key/'))?.[1] ?? '', 'base64');
  await checkInThread({ path: join(station.dataDir, 'station.sqlite'), key, copyTo: join(copies, name) });
  expect(station.backups.state().daily).toEqual([{ name, madeAt: '2026-01-05T12:00:00.000Z' }]);
  await publish(station, 'latest');
  station.settings.change({ lengthUnit: 'cm' });
  await expect(station.backups.prepare(unused, null)).rejects.toThrow();
  await station.backups.prepare({ name }, null);
  await station.reopen();
  expect(names(station)).toEqual(['after.pdf', 'before.pdf']);
  expect(station.settings.settings().lengthUnit).toBe('cm');
});

test('one for another computer is opened by its code alone, and the other computer then has the key', async () => {
  const { station, path } = await scene();
  const code = station.backups.newCode();
  await station.backups.write(path, code);
  expect((await readFile(path)).includes(code)).toBe(false);
  await station.backups.write(join(station.folder, 'other.zip'), null);
  const begun = [...station.audit.all()].filter(({ kind }) => kind === 'backup-begun');
  expect(begun.map(({ content }) => content)).toMatchObject([{ detail: { key: 'included' } }, { detail: { key: 'none' } }]);
  expect(await station.backups.inspect(path)).toMatchObject({ needsCode: false });

  const entries = new Map<string, string>();
  const other = await buildStation({ provider: 'none', keychain: memoryKeychain(entries) });
  await publish(other, 'of the other computer');
  expect(await other.backups.inspect(path)).toMatchObject({ needsCode: true });
  const before = new Map(entries);
  await expect(other.backups.prepare({ path }, 'another code')).rejects.toMatchObject({
    problem: { code: 'backup-unreadable', detail: { cause: 'wrong-code' } },
  });
  await expect(other.backups.prepare({ path }, null)).rejects.toMatchObject({ problem: { code: 'data-key-missing' } });
  expect(entries).toEqual(before);
  await other.backups.prepare({ path }, code);
  // As a person types it who reads it in groups. The second one takes the place of the first.
  await other.backups.prepare({ path }, `${code.slice(0, 12)} ${code.slice(12)}`);
  await other.reopen();
  expect(names(other)).toEqual(['before.pdf']);
  await other.reopen();
  expect(names(other)).toEqual(['before.pdf']);
});

test('a restore that is dropped leaves the key of its backup to another data folder of the computer', async () => {
  const { station, path } = await scene();
  const code = station.backups.newCode();
  await station.backups.write(path, code);
  const keychain = memoryKeychain();
  const [first, second] = [await buildStation({ provider: 'none', keychain }), await buildStation({ provider: 'none', keychain })];
  await first.backups.prepare({ path }, code);
  await second.backups.prepare({ path }, code);
  await second.reopen();
  await publish(second, 'since');
  // While it is open, it would put its key back.
  await second.close();
  await first.backups.discard();
  const again = await buildStation({ provider: 'none', keychain, dataDir: second.dataDir });
  expect(names(again)).toEqual(['since.pdf', 'before.pdf']);
});

test('one for another computer is restored on the command line by the code of the environment', async () => {
  const { station, path } = await scene();
  const code = station.backups.newCode();
  await station.backups.write(path, code);
  const [folder, keychain] = [await tempDir(), memoryKeychain()];
  const dataDir = join(folder, 'data');
  const restore = (env: Record<string, string>) => runHere(['restore', path, '--data-dir', dataDir], folder, env, keychain);
  const without = await restore({});
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('STATION_BACKUP_CODE')]);
  const wrong = await restore({ STATION_BACKUP_CODE: 'another' });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('the code is not that of this backup')]);
  const file = await writeFile(folder, 'code', Buffer.from(`${code}\n`));
  const right = await restore({ STATION_BACKUP_CODE_FILE: file });
  expect([right.code, right.stderr, right.left.filter((name) => name.includes('CODE'))]).toEqual([0, '', []]);
  const other = await buildStation({ provider: 'none', keychain, dataDir });
  expect(names(other)).toEqual(['before.pdf']);
});

test('without the code, a backup is of no use on another computer, and a stopped one leaves nothing', async () => {
  const { station, path } = await scene();
  await station.backups.write(path, null);
  const other = await buildStation({ provider: 'none', keychain: memoryKeychain() });
  await expect(other.backups.prepare({ path }, 'any')).rejects.toMatchObject({ problem: { code: 'data-key-missing' } });

  const folder = await tempDir();
  station.backups.events.on('state', ({ work }) => {
    if (work) station.backups.stop();
  });
  await expect(station.backups.write(join(folder, 'stopped.zip'), null)).rejects.toMatchObject({ problem: { code: 'cancelled' } });
  expect(await files(folder)).toEqual([]);
  expect((await readdir(station.dataDir)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('what a killed backup left is removed by the next start', async () => {
  const { station } = await scene();
  const left = join(station.dataDir, 'backup.part');
  await station.reopen({}, async () => {
    await mkdir(left);
    await writeFile(left, 'station.sqlite', Buffer.alloc(10));
  });
  await expect.poll(() => readdir(station.dataDir), longWait).not.toContain('backup.part');
});

test('a key rotation leaves the old key to another data folder that was restored from a backup', async () => {
  const { station, path, entries } = await scene();
  await station.backups.write(path, null);
  const trial = await buildStation({ provider: 'none', keychain: memoryKeychain(entries) });
  await trial.backups.prepare({ path }, null);
  await trial.reopen();
  expect(names(trial)).toEqual(['before.pdf']);
  // While it is open, it would put its key back.
  await station.close();
  await trial.rotateKey();
  const again = await buildStation({ provider: 'none', keychain: memoryKeychain(entries), dataDir: station.dataDir });
  expect(names(again)).toEqual(['before.pdf']);
});

test('a key rotation waits for a backup, and drops a restore that would bring the old key back', async () => {
  const { station, path, entries } = await scene();
  const old = [...entries.keys()].filter((account) => account.startsWith('data-key/'));
  await Promise.all([station.backups.write(path, null), station.rotateKey()]);
  await station.backups.prepare({ path }, null);
  await station.rotateKey();
  expect(station.backups.state().prepared).toBeNull();
  await station.reopen({}, () => old.forEach((account) => void entries.delete(account)));
  expect(names(station)).toEqual(['before.pdf']);
  expect(station.notices()).toEqual([]);
});

test('a backup of before a key rotation comes under the new key, where its ledger is still there', async () => {
  const { station, path, entries } = await scene();
  const old = [...entries.keys()].filter((account) => account.startsWith('data-key/'));
  await station.backups.write(path, null);
  await station.rotateKey();
  await station.backups.prepare({ path }, null);
  await station.reopen();
  expect(station.notices()).toMatchObject([{ code: 'data-restored' }]);
  // The old key opens nothing any more.
  await station.reopen({}, () => old.forEach((account) => void entries.delete(account)));
  expect(names(station)).toEqual(['before.pdf']);
  expect(station.notices()).toMatchObject([{ code: 'data-restored' }]);
});
