/** The watched folder: a real one, with what people and programs do in it. */
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyOfFile, watchFolder } from '../support/doors/web-service.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { longWait, until } from '../support/waiting.ts';
import { ask, openTestPublishing, pdfIn, type TestPublishing, watchedFolder } from '../support/web-service/publishing.ts';

/** As `name key state`, oldest first. */
const listed = (opened: TestPublishing) =>
  opened.all().map(({ name, keys, state }) => `${name} ${keys.map(({ value }) => value)} ${state}`);
const why = (opened: TestPublishing) => opened.publishing.watching()?.code ?? null;
/** A file that is published shows that whatever was there before it was seen. */
async function seen(opened: TestPublishing, folder: string, name: string): Promise<void> {
  await pdfIn(folder, `${name}_seen.pdf`);
  await expect.poll(() => opened.all().some((one) => one.name === `${name}_seen.pdf`), { ...longWait, interval: 20 }).toBe(true);
}

describe('the watched folder', () => {
  test('publishes its files and new ones for the key in the name of file or subfolder, and nothing else', async () => {
    const opened = await openTestPublishing();
    const folder = await watchedFolder(opened);
    await pdfIn(folder, '1020_contract_2.PDF');
    await opened.publishing.watch();
    await until(() => listed(opened), ['1020_contract_2.PDF 1020 offered']);
    const outside = await opened.pdf('secret.pdf');
    await mkdir(join(folder, '2020', 'deeper'), { recursive: true });
    await pdfIn(join(folder, '2020'), 'contract.pdf');
    await pdfIn(join(folder, '2020', 'deeper'), 'deeper.pdf');
    await pdfIn(folder, '.3_hidden.pdf');
    await pdfIn(folder, '~$3_open.pdf');
    await pdfIn(folder, '3_text.txt');
    await symlink(outside, join(folder, '3_link.pdf'));
    await symlink(opened.folder, join(folder, '4'));
    await mkdir(join(folder, '5_folder.pdf'));
    await seen(opened, folder, '9');
    await until(() => listed(opened).toSorted(), ['1020_contract_2.PDF 1020 offered', '9_seen.pdf 9 offered', 'contract.pdf 2020 offered']);
    expect(opened.all()[0]).toMatchObject({ by: '', source: 'folder', visitId: null, once: false });
    expect(await ask(opened, { IdNumber: '2020' })).toHaveLength(1);
    expect(await ask(opened, { IdNumber: '4' })).toEqual([]);
    expect(why(opened)).toBe(null);
  });

  test('reports files without a key or that cannot be published, and continues with the others', async () => {
    const opened = await openTestPublishing();
    const folder = await watchedFolder(opened);
    await opened.publishing.watch();
    await pdfIn(folder, 'contract.pdf');
    await until(() => opened.publishing.watching(), {
      code: 'watched-file-no-key',
      message: 'watched-file-no-key',
      detail: { name: 'contract.pdf' },
    });
    await seen(opened, folder, '1');
    await rm(join(folder, 'contract.pdf'));
    await until(() => why(opened), null);
    // While it is being written it is not taken; once it stays as it is, it is.
    const whole = Buffer.from(await plainPdf(2, 'long'));
    await writeFile(join(folder, '2_long.pdf'), whole.subarray(0, 900));
    await until(() => opened.publishing.watching()?.detail, { name: '2_long.pdf' });
    expect(why(opened)).toBe('pdf-truncated');
    await writeFile(join(folder, '2_long.pdf'), whole);
    await until(() => listed(opened), ['1_seen.pdf 1 offered', '2_long.pdf 2 offered']);
    await until(() => why(opened), null);
  });

  test('a changed file replaces its earlier version; a removed one is withdrawn, and one that is back is offered again', async () => {
    const opened = await openTestPublishing();
    const folder = await watchedFolder(opened);
    // The same bytes twice: a PDF that is made again has another date in it.
    const bytes = await plainPdf(1, 'first');
    await writeFile(join(folder, '1_a.pdf'), bytes);
    await opened.publishing.watch();
    await until(() => listed(opened), ['1_a.pdf 1 offered']);
    const [first] = await ask(opened, { IdNumber: '1' });
    await pdfIn(folder, '1_a.pdf', 'second');
    await until(() => listed(opened), ['1_a.pdf 1 withdrawn', '1_a.pdf 1 offered']);
    const [second] = await ask(opened, { IdNumber: '1' });
    expect(second).not.toBe(first);
    // It is no document any more: what it was does not go out either.
    await writeFile(join(folder, '1_a.pdf'), 'something else');
    await until(() => listed(opened), ['1_a.pdf 1 withdrawn', '1_a.pdf 1 withdrawn']);
    await writeFile(join(folder, '1_a.pdf'), bytes);
    await until(() => listed(opened).at(0), '1_a.pdf 1 offered');
    await rm(join(folder, '1_a.pdf'));
    await until(() => listed(opened), ['1_a.pdf 1 withdrawn', '1_a.pdf 1 withdrawn']);
    expect(opened.noted.filter((one) => !one.startsWith('document'))).toEqual(
      ['published', 'withdrawn', 'published', 'withdrawn', 'published', 'withdrawn'].map((kind) => `${kind} 1_a.pdf`),
    );
  });

  test('publishes nothing twice: not after a restart, a fetch, a withdrawal or a removal from the list', async () => {
    const opened = await openTestPublishing();
    const folder = await watchedFolder(opened);
    opened.settings.once = true;
    for (const name of ['1_fetched.pdf', '2_withdrawn.pdf', '3_struck.pdf', '4_offered.pdf', '5_gone.pdf']) await pdfIn(folder, name);
    await opened.publishing.watch();
    await until(() => opened.all().length, 5);
    const idOf = (name: string) => opened.all().find((one) => one.name === name)?.id ?? '';
    expect(await ask(opened, { IdNumber: '1' })).toHaveLength(1);
    opened.publishing.withdraw(idOf('2_withdrawn.pdf'));
    // What a clerk did is the clerk's, also with what the folder brought.
    expect(opened.noted.filter((one) => one.includes('2_'))).toEqual(['published 2_withdrawn.pdf', 'withdrawn 2_withdrawn.pdf by Ana']);
    opened.publishing.withdraw(idOf('3_struck.pdf'));
    await opened.publishing.remove(idOf('3_struck.pdf'));
    const before = listed(opened).toSorted();
    expect(before).toHaveLength(4);
    for (const round of ['6', '7']) {
      await opened.killed();
      if (round === '7') await rm(join(folder, '5_gone.pdf'));
      await opened.publishing.watch();
      await seen(opened, folder, round);
      before.push(`${round}_seen.pdf ${round} offered`);
      if (round === '7') before[before.indexOf('5_gone.pdf 5 offered')] = '5_gone.pdf 5 withdrawn';
      await until(() => listed(opened).toSorted(), before.toSorted());
      await opened.publishing.sweep(() => true);
      expect(await opened.encrypted()).toHaveLength(before.length);
      expect(await ask(opened, { IdNumber: '3' })).toEqual([]);
    }
    // Once the file is gone there is nothing left to be remembered: the next one of that name is a new one.
    await rm(join(folder, '3_struck.pdf'));
    await expect.poll(() => opened.store.database.sql.prepare('SELECT count(*) AS count FROM publication').get()?.count, longWait).toBe(6);
    await pdfIn(folder, '3_struck.pdf');
    await until(() => listed(opened).at(-1), '3_struck.pdf 3 offered');
    // What was fetched is not offered when it is copied in again, and under another name it is.
    const fetched = await readFile(join(folder, '1_fetched.pdf'));
    await rm(join(folder, '1_fetched.pdf'));
    await seen(opened, folder, '8');
    await writeFile(join(folder, '1_fetched.pdf'), fetched);
    await seen(opened, folder, '9');
    await writeFile(join(folder, '1_fetched-2.pdf'), fetched);
    await until(() => listed(opened).filter((one) => one.startsWith('1_')), ['1_fetched.pdf 1 fetched', '1_fetched-2.pdf 1 offered']);
  });

  test('a missing folder is reported and withdraws nothing; when it is back, it is watched again', async () => {
    const opened = await openTestPublishing();
    const folder = await watchedFolder(opened);
    await pdfIn(folder, '1_a.pdf');
    await pdfIn(folder, '2_b.pdf');
    await opened.publishing.watch();
    await until(() => listed(opened).length, 2);
    await rename(folder, `${folder}-away`);
    await until(() => why(opened), 'watched-folder-missing');
    // Also at another start, and when its files went before it.
    await opened.killed();
    await opened.publishing.watch();
    expect(opened.publishing.watching()?.detail).toEqual({ name: 'watched' });
    expect(listed(opened).every((one) => one.endsWith('offered'))).toBe(true);
    await rm(join(`${folder}-away`, '2_b.pdf'));
    await rename(`${folder}-away`, folder);
    await until(() => why(opened), null);
    await until(() => listed(opened).toSorted(), ['1_a.pdf 1 offered', '2_b.pdf 2 withdrawn']);
    await rm(folder, { recursive: true });
    await until(() => why(opened), 'watched-folder-missing');
    expect(listed(opened).toSorted()).toEqual(['1_a.pdf 1 offered', '2_b.pdf 2 withdrawn']);
    await mkdir(folder);
    await until(() => listed(opened).toSorted(), ['1_a.pdf 1 withdrawn', '2_b.pdf 2 withdrawn']);
  });

  test('files without an event are found by a scan of the folder', async () => {
    const opened = await openTestPublishing();
    const folder = await watchedFolder(opened);
    const seenFiles: string[] = [];
    let less = 0;
    // Files are whole for the events only after an hour: a file reported in time was found by the scan.
    const pace = { quiet: 3_600_000, look: 30, scan: 40, first: 10_000 };
    const parts = {
      folder,
      pace,
      onFilesGone: () => (less += 1),
      onListed: () => undefined,
      onReadable: () => undefined,
      onInterval: () => undefined,
    };
    const watch = await watchFolder({ ...parts, onFile: (path) => seenFiles.push(basename(path)) });
    await mkdir(join(folder, '2'));
    await pdfIn(join(folder, '2'), 'b.pdf');
    await pdfIn(folder, 'text.txt');
    await until(() => seenFiles, ['b.pdf']);
    await pdfIn(join(folder, '2'), 'b.pdf', 'another');
    await until(() => seenFiles, ['b.pdf', 'b.pdf']);
    expect(less).toBe(0);
    await rm(join(folder, '2'), { recursive: true });
    await until(() => less, 1);
    await watch.close();
    expect(seenFiles).toHaveLength(2);
  });

  test('withdraws what lies too deep in the folder that is watched from now on', async () => {
    const opened = await openTestPublishing();
    const above = await watchedFolder(opened);
    // Its key is the same seen from either folder.
    const folder = join(above, '7');
    await mkdir(join(folder, '7'), { recursive: true });
    await pdfIn(join(folder, '7'), 'deep.pdf');
    opened.settings.folder = folder;
    await opened.publishing.watch();
    await until(() => listed(opened), ['deep.pdf 7 offered']);
    opened.settings.folder = above;
    await opened.publishing.watch();
    await seen(opened, above, '9');
    expect(listed(opened)).toContain('deep.pdf 7 withdrawn');
    expect(await ask(opened, { IdNumber: '7' })).toEqual([]);
  });

  test('after a change of what the names mean nothing is returned for the earlier meaning', async () => {
    const opened = await openTestPublishing();
    const folder = await watchedFolder(opened);
    await pdfIn(folder, '77_a.pdf');
    await opened.publishing.watch();
    await until(() => listed(opened).length, 1);
    opened.settings.key = 'transaction';
    await opened.publishing.watch();
    await until(() => listed(opened), ['77_a.pdf 77 withdrawn', '77_a.pdf 77 offered']);
    await until(() => opened.publishing.reading(), false);
    expect(await ask(opened, { IdNumber: '77' })).toEqual([]);
    expect(await ask(opened, { TransactionId: '77' })).toHaveLength(1);
    opened.settings.folder = '';
    await opened.publishing.watch();
    await pdfIn(folder, '78_a.pdf');
    expect(opened.publishing.watching()).toBe(null);
  });
});

test.each([
  [['79555001_contract_2.pdf'], '79555001'],
  [['79.555.001 _contract.pdf'], '79.555.001'],
  [['79555001.pdf'], '79555001'],
  [['79.555.001.PDF'], '79.555.001'],
  [['T-1001.pdf'], 'T-1001'],
  [['contract.pdf'], null],
  [['contract-2.pdf'], null],
  [['2 contracts.pdf'], null],
  [['_contract.pdf'], null],
  [['..._contract.pdf'], null],
  [['contract_79555001.pdf'], null],
  [['79555001-annex.pdf'], null],
  [['79555001.annex.pdf'], null],
  [['000_contract.pdf'], null],
  [['12.345.678-K.pdf'], '12.345.678-K'],
  [['PE-12-345_contract.pdf'], 'PE-12-345'],
  [['79555001', 'any_name.pdf'], '79555001'],
  [['folder_with_line_7', 'a.pdf'], 'folder_with_line_7'],
  [['contracts', 'a.pdf'], null],
  [['79555001 - Ana Pérez', 'a.pdf'], null],
  [['79555001 contract_2.pdf'], null],
  [[`${'1'.repeat(301)}_a.pdf`], null],
])('%j is for %j', (parts, value) => {
  expect(keyOfFile(parts, 'identification')?.value ?? null).toBe(value);
});

test.each([
  [['contract_79555001.pdf'], 'contract'],
  [['7-abc.pdf'], '7-abc'],
  [['folder', 'a.pdf'], 'folder'],
])('%j is for the customer id %s, which may have no digit', (parts, value) => {
  expect(keyOfFile(parts, 'customer')?.value).toBe(value);
});
