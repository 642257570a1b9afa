import { mkdir, readdir, readFile, rm, writeFile as write } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDelivery } from '../../main/signing/deliver.ts';
import { openIncoming } from '../../main/signing/incoming.ts';
import { canMount, makeReadOnly, smallDisk } from '../fixtures/mounts.ts';
import { plainPdf, writeFile } from '../fixtures/pdfs.ts';
import { type Desk, openDesk } from '../fixtures/signing-desk.ts';
import { tempDir } from '../fixtures/temp-dir.ts';

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

  test('nowhere else can it be kept: it stays in the station’s own folder and can be opened from there', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b');
    // A file where the folder should be, which root cannot write into either.
    await write(join(desk.folder, 'signed'), 'in the way');
    const jobs = await desk.sendAll(ids);
    expect(jobs.map(({ status, warning }) => [status, warning?.code])).toEqual([
      ['signed', 'output-folder-missing'],
      ['signed', 'output-folder-missing'],
    ]);
    expect(await desk.incomingNames()).toEqual(['a-signed.pdf', 'b-signed.pdf']);
    expect((await readFile(desk.signing.signedPath(ids[0] ?? ''))).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await readFile(join(desk.folder, 'signed'), 'utf8')).toBe('in the way');
  });

  test('the station’s own folder is gone while the answer comes: in doubt, not lost in silence', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    await rm(join(desk.dataDir, 'incoming'), { recursive: true });
    const [job] = await desk.sendAll(ids);
    expect(job?.status).toBe('in-doubt');
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

describe.runIf(canMount())('disks that refuse (Linux as root)', () => {
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

  test('the station’s own disk is full while the answer arrives: in doubt, and says so', async () => {
    const desk = await openDesk({ dataDir: await smallDisk(64) });
    const [job] = await desk.sendAll(await largeContract(desk));
    expect(job).toMatchObject({ status: 'in-doubt', problem: { code: 'disk-full' } });
  });

  test('the station’s own disk takes the answer but not the document decoded: in doubt, what was received stays', async () => {
    const desk = await openDesk({ dataDir: await smallDisk(400) });
    const [job] = await desk.sendAll(await largeContract(desk));
    expect(job).toMatchObject({ status: 'in-doubt', problem: { code: 'disk-full' } });
    expect(await desk.incomingNames()).toEqual([expect.stringMatching(/\.txt$/)]);
  });
});

describe('what is kept aside', () => {
  test('never over another file', async () => {
    const [folder, dataDir] = [await tempDir(), await tempDir()];
    const incoming = await openIncoming(dataDir);
    const delivery = createDelivery(() => folder, incoming.folder);
    const names: string[] = [];
    for (const content of ['one', 'two']) {
      const file = incoming.newPath('txt');
      await write(file, content);
      names.push((await delivery.aside(file, '/somewhere/contract.pdf')).name);
    }
    expect(names).toEqual(['contract-received.txt', 'contract-received (2).txt']);
    expect(await readFile(join(folder, 'contract-received.txt'), 'utf8')).toBe('one');
  });

  test('leftovers of an earlier run are not touched', async () => {
    const dataDir = await tempDir();
    await mkdir(join(dataDir, 'incoming'));
    await write(join(dataDir, 'incoming', 'left.txt'), 'JVBERi0');
    await openIncoming(dataDir);
    expect(await readdir(join(dataDir, 'incoming'))).toEqual(['left.txt']);
  });
});
