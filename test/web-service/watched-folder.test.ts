/** The watched folder: a real one, with what people and programs do in it. */
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyOfFile, watchFolder } from '../support/doors/web-service.ts';
import { plainPdf } from '../support/pdfs.ts';
import { ask, type PublishingDesk, pdfIn, publishingDesk, until, watchedFolder } from '../support/publishing-desk.ts';

/** As `name key state`, oldest first. */
const listed = (desk: PublishingDesk) => desk.all().map(({ name, keys, state }) => `${name} ${keys.map(({ value }) => value)} ${state}`);
const why = (desk: PublishingDesk) => desk.publishing.watching()?.code ?? null;
/** A file that is published shows that whatever was there before it was seen. */
async function seen(desk: PublishingDesk, folder: string, name: string): Promise<void> {
  await pdfIn(folder, `${name}_seen.pdf`);
  await expect.poll(() => desk.all().some((one) => one.name === `${name}_seen.pdf`), { timeout: 15_000, interval: 20 }).toBe(true);
}

describe('the watched folder', () => {
  test('publishes what lies in it and what comes, for the key in the name of file or subfolder, and nothing else', async () => {
    const desk = await publishingDesk();
    const folder = await watchedFolder(desk);
    await pdfIn(folder, '1020_contract_2.PDF');
    await desk.publishing.watch();
    await until(() => listed(desk), ['1020_contract_2.PDF 1020 offered']);
    const outside = await desk.pdf('secret.pdf');
    await mkdir(join(folder, '2020', 'deeper'), { recursive: true });
    await pdfIn(join(folder, '2020'), 'contract.pdf');
    await pdfIn(join(folder, '2020', 'deeper'), 'deeper.pdf');
    await pdfIn(folder, '.3_hidden.pdf');
    await pdfIn(folder, '~$3_open.pdf');
    await pdfIn(folder, '3_text.txt');
    await symlink(outside, join(folder, '3_link.pdf'));
    await symlink(desk.folder, join(folder, '4'));
    await mkdir(join(folder, '5_folder.pdf'));
    await seen(desk, folder, '9');
    await until(() => listed(desk).toSorted(), ['1020_contract_2.PDF 1020 offered', '9_seen.pdf 9 offered', 'contract.pdf 2020 offered']);
    expect(desk.all()[0]).toMatchObject({ by: '', source: 'folder', caseId: null, once: false });
    expect(await ask(desk, { IdNumber: '2020' })).toHaveLength(1);
    expect(await ask(desk, { IdNumber: '4' })).toEqual([]);
    expect(why(desk)).toBe(null);
  });

  test('says which file has no key, or cannot be published, and goes on with the others', async () => {
    const desk = await publishingDesk();
    const folder = await watchedFolder(desk);
    await desk.publishing.watch();
    await pdfIn(folder, 'contract.pdf');
    await until(() => desk.publishing.watching(), {
      code: 'watched-file-no-key',
      message: 'watched-file-no-key',
      detail: { name: 'contract.pdf' },
    });
    await seen(desk, folder, '1');
    await rm(join(folder, 'contract.pdf'));
    await until(() => why(desk), null);
    // While it is being written it is not taken; once it stays as it is, it is.
    const whole = Buffer.from(await plainPdf(2, 'long'));
    await writeFile(join(folder, '2_long.pdf'), whole.subarray(0, 900));
    await until(() => desk.publishing.watching()?.detail, { name: '2_long.pdf' });
    expect(why(desk)).toBe('pdf-truncated');
    await writeFile(join(folder, '2_long.pdf'), whole);
    await until(() => listed(desk), ['1_seen.pdf 1 offered', '2_long.pdf 2 offered']);
    await until(() => why(desk), null);
  });

  test('a file that changes takes the place of what it was; one that goes is withdrawn, one that comes back is offered again', async () => {
    const desk = await publishingDesk();
    const folder = await watchedFolder(desk);
    // The same bytes twice: a PDF that is made anew has another date in it.
    const bytes = await plainPdf(1, 'first');
    await writeFile(join(folder, '1_a.pdf'), bytes);
    await desk.publishing.watch();
    await until(() => listed(desk), ['1_a.pdf 1 offered']);
    const [first] = await ask(desk, { IdNumber: '1' });
    await pdfIn(folder, '1_a.pdf', 'second');
    await until(() => listed(desk), ['1_a.pdf 1 withdrawn', '1_a.pdf 1 offered']);
    const [second] = await ask(desk, { IdNumber: '1' });
    expect(second).not.toBe(first);
    // It is no document any more: what it was does not go out either.
    await writeFile(join(folder, '1_a.pdf'), 'something else');
    await until(() => listed(desk), ['1_a.pdf 1 withdrawn', '1_a.pdf 1 withdrawn']);
    await writeFile(join(folder, '1_a.pdf'), bytes);
    await until(() => listed(desk).at(0), '1_a.pdf 1 offered');
    await rm(join(folder, '1_a.pdf'));
    await until(() => listed(desk), ['1_a.pdf 1 withdrawn', '1_a.pdf 1 withdrawn']);
    expect(desk.noted.filter((one) => !one.startsWith('document'))).toEqual(
      ['published', 'withdrawn', 'published', 'withdrawn', 'published', 'withdrawn'].map((kind) => `${kind} 1_a.pdf`),
    );
  });

  test('nothing is published twice: after another start, after it was fetched, withdrawn or taken off the list', async () => {
    const desk = await publishingDesk();
    const folder = await watchedFolder(desk);
    desk.settings.once = true;
    for (const name of ['1_fetched.pdf', '2_withdrawn.pdf', '3_struck.pdf', '4_offered.pdf', '5_gone.pdf']) await pdfIn(folder, name);
    await desk.publishing.watch();
    await until(() => desk.all().length, 5);
    const idOf = (name: string) => desk.all().find((one) => one.name === name)?.id ?? '';
    expect(await ask(desk, { IdNumber: '1' })).toHaveLength(1);
    desk.publishing.withdraw(idOf('2_withdrawn.pdf'));
    // What a clerk did is the clerk's, also with what the folder brought.
    expect(desk.noted.filter((one) => one.includes('2_'))).toEqual(['published 2_withdrawn.pdf', 'withdrawn 2_withdrawn.pdf by Ana']);
    desk.publishing.withdraw(idOf('3_struck.pdf'));
    await desk.publishing.remove(idOf('3_struck.pdf'));
    const before = listed(desk).toSorted();
    expect(before).toHaveLength(4);
    for (const round of ['6', '7']) {
      await desk.killed();
      if (round === '7') await rm(join(folder, '5_gone.pdf'));
      await desk.publishing.watch();
      await seen(desk, folder, round);
      before.push(`${round}_seen.pdf ${round} offered`);
      if (round === '7') before[before.indexOf('5_gone.pdf 5 offered')] = '5_gone.pdf 5 withdrawn';
      await until(() => listed(desk).toSorted(), before.toSorted());
      await desk.publishing.sweep(() => true);
      expect(await desk.sealed()).toHaveLength(before.length);
      expect(await ask(desk, { IdNumber: '3' })).toEqual([]);
    }
    // Once the file is gone there is nothing left to be remembered: the next one of that name is a new one.
    await rm(join(folder, '3_struck.pdf'));
    await expect
      .poll(() => desk.store.database.sql.prepare('SELECT count(*) AS count FROM publication').get()?.count, { timeout: 15_000 })
      .toBe(6);
    await pdfIn(folder, '3_struck.pdf');
    await until(() => listed(desk).at(-1), '3_struck.pdf 3 offered');
  });

  test('while the folder is missing nothing is withdrawn, and it is said; when it is back, it is watched again', async () => {
    const desk = await publishingDesk();
    const folder = await watchedFolder(desk);
    await pdfIn(folder, '1_a.pdf');
    await pdfIn(folder, '2_b.pdf');
    await desk.publishing.watch();
    await until(() => listed(desk).length, 2);
    await rename(folder, `${folder}-away`);
    await until(() => why(desk), 'watched-folder-missing');
    // Also at another start, and when its files went before it.
    await desk.killed();
    await desk.publishing.watch();
    expect(desk.publishing.watching()?.detail).toEqual({ name: 'watched' });
    expect(listed(desk).every((one) => one.endsWith('offered'))).toBe(true);
    await rm(join(`${folder}-away`, '2_b.pdf'));
    await rename(`${folder}-away`, folder);
    await until(() => why(desk), null);
    await until(() => listed(desk).toSorted(), ['1_a.pdf 1 offered', '2_b.pdf 2 withdrawn']);
    await rm(folder, { recursive: true });
    await until(() => why(desk), 'watched-folder-missing');
    expect(listed(desk).toSorted()).toEqual(['1_a.pdf 1 offered', '2_b.pdf 2 withdrawn']);
    await mkdir(folder);
    await until(() => listed(desk).toSorted(), ['1_a.pdf 1 withdrawn', '2_b.pdf 2 withdrawn']);
  });

  test('what no event told of is found by looking through the folder', async () => {
    const desk = await publishingDesk();
    const folder = await watchedFolder(desk);
    const seenFiles: string[] = [];
    let less = 0;
    // Files are whole for the events only after an hour: what is told in time was found by the scan.
    const pace = { quiet: 3_600_000, look: 30, scan: 40, first: 10_000 };
    const parts = { folder, pace, less: () => (less += 1), there: () => undefined, again: () => undefined };
    const watch = await watchFolder({ ...parts, file: (path) => seenFiles.push(basename(path)) });
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

  test('what the names mean can be set anew: nothing goes out for what they meant before', async () => {
    const desk = await publishingDesk();
    const folder = await watchedFolder(desk);
    await pdfIn(folder, '77_a.pdf');
    await desk.publishing.watch();
    await until(() => listed(desk).length, 1);
    desk.settings.key = 'transaction';
    await desk.publishing.watch();
    await until(() => listed(desk), ['77_a.pdf 77 withdrawn', '77_a.pdf 77 offered']);
    expect(await ask(desk, { IdNumber: '77' })).toEqual([]);
    expect(await ask(desk, { TransactionId: '77' })).toHaveLength(1);
    desk.settings.folder = '';
    await desk.publishing.watch();
    await pdfIn(folder, '78_a.pdf');
    expect(desk.publishing.watching()).toBe(null);
  });
});

test.each([
  [['79555001_contract_2.pdf'], '79555001'],
  [['79.555.001 _contract.pdf'], '79.555.001'],
  [['contract.pdf'], null],
  [['_contract.pdf'], null],
  [['..._contract.pdf'], null],
  [['79555001', 'any_name.pdf'], '79555001'],
  [['folder_with_line', 'a.pdf'], 'folder_with_line'],
  [[`${'1'.repeat(301)}_a.pdf`], null],
])('%j is for %j', (parts, value) => {
  expect(keyOfFile(parts, 'identification')?.value ?? null).toBe(value);
});
