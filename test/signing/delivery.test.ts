import { readdirSync, renameSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, statfs, writeFile as write } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mountPointOf } from '../support/doors/files.ts';
import { paddedPdf, plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { describeWith } from '../support/runner/need.ts';
import { sha256 } from '../support/sha256.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { inDatabase } from '../support/storage/damaged-database.ts';
import { hangingShare, makeReadOnly, mountOver, smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

describe('a signed file is delivered', () => {
  test('to the chosen folder', async () => {
    const station = withSigningActions(await buildStation());
    const outputFolder = await tempDir();
    station.settings.change({ outputFolder });
    const ids = await station.contracts('a');
    const [job] = await station.sendAll(ids);
    expect(await readdir(outputFolder)).toEqual(['a-signed.pdf']);
    expect(station.signing.signedPath(ids[0] ?? '')).toBe(join(outputFolder, 'a-signed.pdf'));
    expect(job?.warning).toBeNull();
  });

  test('to the folder of this run, not to that of the settings', async () => {
    const [ofRun, ofSettings] = [await tempDir(), await tempDir()];
    const station = withSigningActions(await buildStation({ outputFolder: ofRun }));
    station.settings.change({ outputFolder: ofSettings });
    await station.sendAll(await station.contracts('a'));
    expect([await readdir(ofRun), await readdir(ofSettings)]).toEqual([['a-signed.pdf'], []]);
  });

  test('next to the original, with a warning, when the chosen folder is gone', async () => {
    const station = withSigningActions(await buildStation());
    station.settings.change({ outputFolder: join(station.folder, 'gone') });
    const [job] = await station.sendAll(await station.contracts('a'));
    expect(job).toMatchObject({
      status: 'signed',
      warning: { code: 'output-folder-missing', detail: { name: 'gone', context: 'beside' } },
    });
    expect(await station.signedNames()).toEqual(['a-signed.pdf']);
  });

  test('next to the original, when the chosen folder vanishes before it has the name for good', async () => {
    const station = withSigningActions(await buildStation());
    const outputFolder = join(await tempDir(), 'drive');
    await mkdir(outputFolder);
    station.settings.change({ outputFolder });
    const large = await writeFile(station.folder, 'large.pdf', await paddedPdf(12_000_000));
    const ids = [...(await station.contracts('a')), ...(await station.documents.open([large])).ids];
    await station.send(ids);
    // While the large one is still written.
    const isThere = (name: string) => readdirSync(outputFolder).includes(name);
    for (const end = Date.now() + longWait.timeout; !isThere('a-signed.pdf') && Date.now() < end; ) await nextTurn();
    expect(isThere('large-signed.pdf')).toBe(false);
    renameSync(outputFolder, `${outputFolder} away`);
    await station.queue.deliver(ids);
    const warning = { code: 'output-folder-missing', detail: { name: 'drive', context: 'beside' } };
    expect(station.jobsOf(ids)).toMatchObject(Array(2).fill({ status: 'signed', delivery: 'done', warning }));
    expect(await station.signedNames()).toEqual(['a-signed.pdf', 'large-signed.pdf']);
  });

  test('once a folder can take it, and is stored encrypted with a warning until then', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b');
    // A file where the folder should be, which root cannot write into either.
    await write(join(station.folder, 'signed'), 'in the way');
    const jobs = await station.sendAll(ids);
    expect(jobs.map(({ status, warning, delivery }) => [status, warning?.code, delivery])).toEqual([
      ['signed', 'output-folder-missing', 'waiting'],
      ['signed', 'output-folder-missing', 'waiting'],
    ]);
    // They are nowhere yet.
    for (const { warning } of jobs) expect(warning?.detail).not.toHaveProperty('context');
    await expect.poll(station.encryptedNames, longWait).toEqual([expect.stringMatching(/^decoded\./), expect.stringMatching(/^decoded\./)]);
    expect(() => station.signing.signedPath(ids[0] ?? '')).toThrow('document-unknown');
    expect(await readFile(join(station.folder, 'signed'), 'utf8')).toBe('in the way');
    // Nowhere else is there a copy of them.
    expect(await station.queue.forget(ids)).toEqual([]);

    // The one to another folder, the other where it belongs once nothing is in the way.
    const elsewhere = await tempDir();
    expect(await station.queue.deliver(ids.slice(0, 1), elsewhere)).toBe(1);
    expect(await readdir(elsewhere)).toEqual(['a-signed.pdf']);
    await rm(join(station.folder, 'signed'));
    expect(await station.queue.deliver(ids)).toBe(1);
    expect(await station.signedNames()).toEqual(['b-signed.pdf']);
    expect(station.jobsOf(ids).map(({ delivery, warning }) => [delivery, warning])).toEqual([
      ['done', null],
      ['done', null],
    ]);
    for (const { documentId, signedSha256 } of station.jobsOf(ids)) {
      const bytes = await readFile(station.signing.signedPath(documentId));
      expect(sha256(bytes)).toBe(signedSha256);
    }
    expect(await station.encryptedNames()).toEqual([]);
  });

  test('by the next start when no folder could take it, without sending the document again', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    await write(join(station.folder, 'signed'), 'in the way');
    await station.sendAll(ids);
    await rm(join(station.folder, 'signed'));
    await station.reopen();
    await expect.poll(() => station.jobsOf(ids).map(({ delivery }) => delivery), longWait).toEqual(['done']);
    expect(await station.signedNames()).toEqual(['a-signed.pdf']);
    expect(station.calls()).toHaveLength(1);
  });

  test.skipIf(process.platform === 'win32')('never into the folder of the program, by a path of Windows in a restored backup', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    await write(join(station.folder, 'signed'), 'in the way');
    await station.sendAll(ids);
    await station.close();
    inDatabase(station.dataDir, station.vaultKey, (sql) =>
      sql.prepare("UPDATE job SET value = json_set(value, '$.path', ?)").run('C:\\Contratos\\a.pdf'),
    );
    await station.reopen();
    await station.queue.deliver(ids);
    onTestFinished(() => rm('signed', { recursive: true, force: true }));
    expect(station.jobsOf(ids)).toMatchObject([
      { delivery: 'waiting', warning: { code: 'output-folder-missing', detail: { name: 'signed' } } },
    ]);
    expect(await readdir('.')).not.toContain('signed');
  });

  test('unless the folder of encrypted files is gone when the answer arrives: the document is then in doubt', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    station.provider.misbehave('sign', { delay: 300 });
    const batchId = await station.send(ids);
    await expect.poll(() => station.states(ids), longWait).toEqual(['sending']);
    // The document is out: practice has read it.
    await expect.poll(() => station.provider.log().filter(({ operation }) => operation === 'token').length, longWait).toBe(1);
    await rm(join(station.dataDir, 'encrypted'), { recursive: true });
    await batchFinished(station, batchId);
    expect(station.states(ids)[0]).toMatch(/^in-doubt /);
  });

  test('under any name: long, with emoji, accents or quotes', async () => {
    const station = withSigningActions(await buildStation());
    const names = ['📄 contrato', 'Mu\u00f1oz', 'Pen\u0303a', 'l’acte', 'x'.repeat(240)];
    const jobs = await station.sendAll(await station.contracts(...names));
    expect(jobs.map(({ status }) => status)).toEqual(names.map(() => 'signed'));
    const files = await station.signedNames();
    expect(files).toEqual(
      expect.arrayContaining(['📄 contrato-signed.pdf', 'Mu\u00f1oz-signed.pdf', 'Pen\u0303a-signed.pdf', 'l’acte-signed.pdf']),
    );
    expect(files.find((name) => name.startsWith('xxx'))).toMatch(/^x+-signed\.pdf$/);
  });
});

/** A document that is too large for the small disks of these tests. */
async function largeContract(station: SigningStation): Promise<string[]> {
  const small = Buffer.from(await plainPdf());
  // Padding, and the end of the file once more behind it.
  const bytes = Buffer.concat([small, Buffer.alloc(200_000, 0x20), small.subarray(small.lastIndexOf('startxref'))]);
  return (await station.documents.open([await writeFile(station.folder, 'large.pdf', bytes)])).ids;
}

describeWith('small file system')('a folder whose disk is not mounted', () => {
  test('takes no file, which the disk would hide later, until a person chooses it again', async () => {
    const station = withSigningActions(await buildStation());
    const share = join(await tempDir(), 'share');
    const outputFolder = join(share, 'signed here');
    await mkdir(outputFolder, { recursive: true });
    const disk = await smallDisk(8_192);
    await mkdir(join(disk, 'signed here'));
    const choose = async () => station.settings.change({ outputFolder, outputMount: await mountPointOf(outputFolder) });
    const sent = async (name: string) => (await station.sendAll(await station.contracts(name))).map(({ warning }) => warning);

    const unmount = mountOver(disk, share);
    await choose();
    expect(await sent('a')).toEqual([null]);
    unmount();
    expect(await sent('b')).toMatchObject([{ code: 'output-folder-missing', detail: { name: 'signed here', context: 'beside' } }]);
    // A share has another number each time.
    const unmountOther = mountOver(await withFolder(await smallDisk(8_192), 'signed here'), share);
    expect(await sent('c')).toEqual([null]);
    unmountOther();
    expect(await readdir(outputFolder)).toEqual([]);
    await choose();
    expect(await sent('d')).toEqual([null]);
    expect([await readdir(join(disk, 'signed here')), await station.signedNames(), await readdir(outputFolder)]).toEqual([
      ['a-signed.pdf'],
      ['b-signed.pdf'],
      ['d-signed.pdf'],
    ]);
  });
});

async function withFolder(disk: string, name: string): Promise<string> {
  await mkdir(join(disk, name));
  return disk;
}

describeWith('small file system')('disks that refuse', () => {
  test('a share that hangs keeps no station from its end once a person does not want to wait: the next start delivers', async ({
    skip,
  }) => {
    const share = await hangingShare();
    if (share === null) return skip('no FUSE');
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    station.settings.change({ outputFolder: share.folder });
    await station.send(ids);
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed']);
    const finished = station.finish();
    station.breakOff();
    await finished;
    await station.reopen({}, share.end);
    await expect.poll(() => station.jobsOf(ids).map(({ delivery }) => delivery), longWait).toEqual(['done']);
    expect([await station.signedNames(), station.calls()]).toMatchObject([['a-signed.pdf'], { length: 1 }]);
  });

  test('with the chosen folder on a full disk the signed file is next to the original, and no partial file is left', async () => {
    const station = withSigningActions(await buildStation());
    const outputFolder = await smallDisk(64);
    station.settings.change({ outputFolder });
    const [job] = await station.sendAll(await largeContract(station));
    expect(job).toMatchObject({ status: 'signed', warning: { code: 'disk-full' }, signedName: 'large-signed.pdf' });
    expect(await station.signedNames()).toEqual(['large-signed.pdf']);
    expect(await readdir(outputFolder)).toEqual([]);
  });

  test('with a read-only chosen folder the signed file is next to the original', async () => {
    const station = withSigningActions(await buildStation());
    const outputFolder = await tempDir();
    station.settings.change({ outputFolder });
    makeReadOnly(outputFolder);
    const [job] = await station.sendAll(await station.contracts('a'));
    expect(job).toMatchObject({ status: 'signed', warning: { code: 'output-not-writable' } });
    expect(await station.signedNames()).toEqual(['a-signed.pdf']);
  });

  test('without room for an answer in the data folder nothing is sent until there is room', async () => {
    const dataDir = await smallDisk(4096);
    const station = withSigningActions(await buildStation({ dataDir }));
    const ids = await largeContract(station);
    const { bavail, bsize } = await statfs(dataDir);
    await write(join(dataDir, 'ballast'), Buffer.alloc(bavail * bsize - 1_300 * 1024));
    await station.send(ids);
    await expect.poll(() => station.states(ids), longWait).toEqual(['queued disk-full']);
    await rm(join(dataDir, 'ballast'));
    station.queue.wake();
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed']);
    expect(station.calls()).toEqual([{ references: ['large'], status: 200 }]);
  });

  test('a disk that fills up before the answer arrives leaves the document signed or in doubt, never sent again automatically', async () => {
    const dataDir = await smallDisk(4096);
    const station = withSigningActions(await buildStation({ dataDir }));
    const ids = await largeContract(station);
    station.provider.misbehave('sign', { delay: 400 });
    const batchId = await station.send(ids);
    await expect.poll(() => station.states(ids), longWait).toEqual(['sending']);
    const { bavail, bsize } = await statfs(dataDir);
    await write(join(dataDir, 'ballast'), Buffer.alloc(bavail * bsize - 100 * 1024));
    await expect.poll(() => station.calls().length, longWait).toBe(1);
    await rm(join(dataDir, 'ballast'));
    await batchFinished(station, batchId);
    expect(station.states(ids)[0]).toMatch(/^(in-doubt disk-full|signed)$/);
    station.queue.wake();
    expect(station.calls()).toHaveLength(1);
  });
});

describe('files that are no result', () => {
  test('of an answer never overwrite another file', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    for (const text of ['one!', 'two!']) {
      const entry = { referenceNumber: 'a', documentId: 'd', signedDocument: text, status: 'SUCCESS', errorReason: null };
      station.provider.misbehave('sign', { status: 200, body: JSON.stringify({ signedDocuments: [entry] }) });
      await station.sendAll(ids, { again: true });
    }
    expect(await station.signedNames()).toEqual(['a-received (2).txt', 'a-received.txt']);
    expect(await readFile(join(station.folder, 'signed', 'a-received.txt'), 'utf8')).toBe('one!');
    expect(await readFile(join(station.folder, 'signed', 'a-received (2).txt'), 'utf8')).toBe('two!');
  });

  test('of an earlier answer are delivered also when the document is sent again', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    await write(join(station.folder, 'signed'), 'in the way');
    station.provider.misbehave('sign', { entry: 'not-base64' });
    expect((await station.sendAll(ids)).map(({ status, delivery }) => [status, delivery])).toEqual([['in-doubt', 'waiting']]);
    await rm(join(station.folder, 'signed'));
    await station.sendAll(ids, { again: true });
    expect(await station.signedNames()).toEqual(['a-received.txt', 'a-signed.pdf']);
  });

  test('from outside the station are left alone', async () => {
    const station = withSigningActions(await buildStation());
    for (const folder of ['incoming', 'encrypted']) {
      await mkdir(join(station.dataDir, folder), { recursive: true });
      await write(join(station.dataDir, folder, 'left.txt'), 'JVBERi0');
    }
    await station.reopen();
    for (const folder of ['incoming', 'encrypted'])
      expect(await readFile(join(station.dataDir, folder, 'left.txt'), 'utf8')).toBe('JVBERi0');
  });
});
