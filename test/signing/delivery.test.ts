import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, statfs, writeFile as write } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeReadOnly, smallDisk } from '../support/mounts.ts';
import { describeWith } from '../support/need.ts';
import { plainPdf, writeFile } from '../support/pdfs.ts';
import { type Desk, openDesk, patiently } from '../support/signing-desk.ts';
import { tempDir } from '../support/temp-dir.ts';

describe('where signed files go', () => {
  test('the chosen folder', async () => {
    const desk = await openDesk();
    desk.output.folder = await tempDir();
    const ids = await desk.contracts('a');
    const [job] = await desk.sendAll(ids);
    expect(await readdir(desk.output.folder)).toEqual(['a-signed.pdf']);
    expect(desk.signing.signedPath(ids[0] ?? '')).toBe(join(desk.output.folder, 'a-signed.pdf'));
    expect(job?.warning).toBeNull();
  });

  test('the chosen folder is gone: beside the original, with a warning', async () => {
    const desk = await openDesk();
    desk.output.folder = join(desk.folder, 'gone');
    const [job] = await desk.sendAll(await desk.contracts('a'));
    expect(job).toMatchObject({ status: 'signed', warning: { code: 'output-folder-missing', detail: { name: 'gone' } } });
    expect(await desk.signedNames()).toEqual(['a-signed.pdf']);
  });

  test('nowhere can it be put: signed, kept sealed with a warning, delivered once there is a place', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b');
    // A file where the folder should be, which root cannot write into either.
    await write(join(desk.folder, 'signed'), 'in the way');
    const jobs = await desk.sendAll(ids);
    expect(jobs.map(({ status, warning, delivery }) => [status, warning?.code, delivery])).toEqual([
      ['signed', 'output-folder-missing', 'waiting'],
      ['signed', 'output-folder-missing', 'waiting'],
    ]);
    await expect.poll(desk.sealedNames, patiently).toEqual([expect.stringMatching(/^decoded\./), expect.stringMatching(/^decoded\./)]);
    expect(() => desk.signing.signedPath(ids[0] ?? '')).toThrow('document-unknown');
    expect(await readFile(join(desk.folder, 'signed'), 'utf8')).toBe('in the way');

    // The one to another folder, the other where it belongs once nothing is in the way.
    const elsewhere = await tempDir();
    expect(await desk.station.queue.deliver(ids.slice(0, 1), elsewhere)).toBe(1);
    expect(await readdir(elsewhere)).toEqual(['a-signed.pdf']);
    await rm(join(desk.folder, 'signed'));
    expect(await desk.station.queue.deliver(ids)).toBe(1);
    expect(await desk.signedNames()).toEqual(['b-signed.pdf']);
    expect(desk.jobsOf(ids).map(({ delivery, warning }) => [delivery, warning])).toEqual([
      ['done', null],
      ['done', null],
    ]);
    for (const { documentId, signedSha256 } of desk.jobsOf(ids)) {
      const bytes = await readFile(desk.signing.signedPath(documentId));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(signedSha256);
    }
    expect(await desk.sealedNames()).toEqual([]);
  });

  test('what could not be put anywhere is delivered by the next start, without being sent again', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    await write(join(desk.folder, 'signed'), 'in the way');
    await desk.sendAll(ids);
    await rm(join(desk.folder, 'signed'));
    await desk.reopen();
    await expect.poll(() => desk.jobsOf(ids).map(({ delivery }) => delivery), patiently).toEqual(['done']);
    expect(await desk.signedNames()).toEqual(['a-signed.pdf']);
    expect(desk.calls()).toHaveLength(1);
  });

  test('the station’s own folder is gone when the answer comes: in doubt, not lost in silence', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    desk.practice.misbehave('sign', { delay: 300 });
    const batchId = await desk.send(ids);
    await expect.poll(() => desk.states(ids), patiently).toEqual(['sending']);
    // The document is out: practice has read it.
    await expect.poll(() => desk.practice.log().filter(({ operation }) => operation === 'token').length, patiently).toBe(1);
    await rm(join(desk.dataDir, 'sealed'), { recursive: true });
    await desk.signing.settled(batchId);
    expect(desk.states(ids)[0]).toMatch(/^in-doubt /);
  });

  test('long names, emoji, accents and quotes', async () => {
    const desk = await openDesk();
    const names = ['📄 contrato', 'Mu\u00f1oz', 'Pen\u0303a', 'l’acte', 'x'.repeat(240)];
    const jobs = await desk.sendAll(await desk.contracts(...names));
    expect(jobs.map(({ status }) => status)).toEqual(names.map(() => 'signed'));
    const files = await desk.signedNames();
    expect(files).toEqual(
      expect.arrayContaining(['📄 contrato-signed.pdf', 'Mu\u00f1oz-signed.pdf', 'Pen\u0303a-signed.pdf', 'l’acte-signed.pdf']),
    );
    expect(files.find((name) => name.startsWith('xxx'))).toMatch(/^x+-signed\.pdf$/);
  });
});

/** A document that is too large for the small disks of these tests. */
async function largeContract(desk: Desk): Promise<string[]> {
  const small = Buffer.from(await plainPdf());
  // Padding, and the end of the file once more behind it.
  const bytes = Buffer.concat([small, Buffer.alloc(200_000, 0x20), small.subarray(small.lastIndexOf('startxref'))]);
  return (await desk.documents.open([await writeFile(desk.folder, 'large.pdf', bytes)])).ids;
}

describeWith('small file system')('disks that refuse', () => {
  test('the chosen folder is on a full disk: beside the original, nothing half-written is left', async () => {
    const desk = await openDesk();
    desk.output.folder = await smallDisk(64);
    const [job] = await desk.sendAll(await largeContract(desk));
    expect(job).toMatchObject({ status: 'signed', warning: { code: 'disk-full' }, signedName: 'large-signed.pdf' });
    expect(await desk.signedNames()).toEqual(['large-signed.pdf']);
    expect(await readdir(desk.output.folder)).toEqual([]);
  });

  test('the chosen folder is read-only: beside the original', async () => {
    const desk = await openDesk();
    desk.output.folder = await tempDir();
    makeReadOnly(desk.output.folder);
    const [job] = await desk.sendAll(await desk.contracts('a'));
    expect(job).toMatchObject({ status: 'signed', warning: { code: 'output-not-writable' } });
    expect(await desk.signedNames()).toEqual(['a-signed.pdf']);
  });

  test('the station’s own disk has no room for an answer: nothing is sent, and it goes on when there is', async () => {
    const dataDir = await smallDisk(4096);
    const desk = await openDesk({ dataDir });
    const ids = await largeContract(desk);
    const { bavail, bsize } = await statfs(dataDir);
    await write(join(dataDir, 'ballast'), Buffer.alloc(bavail * bsize - 1_300 * 1024));
    await desk.send(ids);
    await expect.poll(() => desk.states(ids), patiently).toEqual(['queued disk-full']);
    await rm(join(dataDir, 'ballast'));
    desk.station.queue.wake();
    await expect.poll(() => desk.states(ids), patiently).toEqual(['signed']);
    expect(desk.calls()).toEqual([{ references: ['large'], status: 200 }]);
  });

  test('the disk fills up while the answer is on its way: what is complete of it counts, the document is never sent again by itself', async () => {
    const dataDir = await smallDisk(4096);
    const desk = await openDesk({ dataDir });
    const ids = await largeContract(desk);
    desk.practice.misbehave('sign', { delay: 400 });
    const batchId = await desk.send(ids);
    await expect.poll(() => desk.states(ids), patiently).toEqual(['sending']);
    const { bavail, bsize } = await statfs(dataDir);
    await write(join(dataDir, 'ballast'), Buffer.alloc(bavail * bsize - 100 * 1024));
    await expect.poll(() => desk.calls().length, patiently).toBe(1);
    await rm(join(dataDir, 'ballast'));
    await desk.signing.settled(batchId);
    expect(desk.states(ids)[0]).toMatch(/^(in-doubt disk-full|signed)$/);
    desk.station.queue.wake();
    expect(desk.calls()).toHaveLength(1);
  });
});

describe('what is kept aside', () => {
  test('never over another file', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    for (const text of ['one!', 'two!']) {
      const entry = { referenceNumber: 'a', documentId: 'd', signedDocument: text, status: 'SUCCESS', errorReason: null };
      desk.practice.misbehave('sign', { status: 200, body: JSON.stringify({ signedDocuments: [entry] }) });
      await desk.sendAll(ids);
    }
    expect(await desk.signedNames()).toEqual(['a-received (2).txt', 'a-received.txt']);
    expect(await readFile(join(desk.folder, 'signed', 'a-received.txt'), 'utf8')).toBe('one!');
    expect(await readFile(join(desk.folder, 'signed', 'a-received (2).txt'), 'utf8')).toBe('two!');
  });

  test('what was kept aside of an earlier answer and has no place yet stays when the document is sent again', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    await write(join(desk.folder, 'signed'), 'in the way');
    desk.practice.misbehave('sign', { entry: 'not-base64' });
    expect((await desk.sendAll(ids)).map(({ status, delivery }) => [status, delivery])).toEqual([['failed', 'waiting']]);
    await rm(join(desk.folder, 'signed'));
    await desk.sendAll(ids);
    expect(await desk.signedNames()).toEqual(['a-received.txt', 'a-signed.pdf']);
  });

  test('what the station did not put there is not touched', async () => {
    const desk = await openDesk();
    for (const folder of ['incoming', 'sealed']) {
      await mkdir(join(desk.dataDir, folder), { recursive: true });
      await write(join(desk.dataDir, folder, 'left.txt'), 'JVBERi0');
    }
    await desk.reopen();
    for (const folder of ['incoming', 'sealed']) expect(await readFile(join(desk.dataDir, folder, 'left.txt'), 'utf8')).toBe('JVBERi0');
  });
});
