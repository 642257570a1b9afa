/** What must not go out of a watched folder any longer, and encrypted copies that expire. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFirstLook, type FolderPublications } from '../support/doors/web-service.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/waiting.ts';
import { ask, idKey, openTestPublishing, pdfIn, type TestPublishing, watchedFolder } from '../support/web-service/publishing.ts';

const listed = (opened: TestPublishing) => opened.all().map(({ name, state }) => `${name} ${state}`);
const states = (opened: TestPublishing) => listed(opened).toSorted();
const idOf = (opened: TestPublishing, name: string) => opened.all().find((one) => one.name === name)?.id ?? '';
const rows = (opened: TestPublishing) => opened.store.database.sql.prepare('SELECT count(*) AS count FROM publication').get()?.count;

test('with another watched folder, or none, documents of the earlier one are withdrawn, and offered again once it is watched again', async () => {
  const opened = await openTestPublishing();
  const folder = await watchedFolder(opened);
  for (const name of ['1_a.pdf', '2_b.pdf', '3_c.pdf']) await pdfIn(folder, name);
  await opened.publishing.watch();
  await until(() => opened.all().length, 3);
  opened.publishing.withdraw(idOf(opened, '3_c.pdf'));
  const own = await opened.publish(await opened.pdf('own.pdf'), [idKey('1')]);
  opened.noted.length = 0;

  opened.settings.folder = '';
  await opened.publishing.watch();
  expect(states(opened)).toEqual(['1_a.pdf withdrawn', '2_b.pdf withdrawn', '3_c.pdf withdrawn', 'own.pdf offered']);
  expect(opened.noted.toSorted()).toEqual(['withdrawn 1_a.pdf', 'withdrawn 2_b.pdf']);
  expect(await ask(opened, { IdNumber: '1' })).toEqual([own.sha256]);
  // A person's own from then on, also at the next start.
  opened.publishing.offer(idOf(opened, '2_b.pdf'));
  opened.publishing.offer(idOf(opened, '3_c.pdf'));
  await opened.killed();
  await opened.publishing.watch();
  expect(states(opened)).toEqual(['1_a.pdf withdrawn', '2_b.pdf offered', '3_c.pdf offered', 'own.pdf offered']);
  expect(await ask(opened, { IdNumber: '2' })).toHaveLength(1);

  opened.settings.folder = folder;
  await opened.publishing.watch();
  await until(() => states(opened)[0], '1_a.pdf offered');
  const other = join(await tempDir(), 'other');
  await mkdir(other);
  opened.settings.folder = other;
  await opened.publishing.watch();
  expect(states(opened)[0]).toBe('1_a.pdf withdrawn');
});

test('a folder that is missing at the start withdraws nothing', async () => {
  const opened = await openTestPublishing();
  const folder = await watchedFolder(opened);
  await pdfIn(folder, '1_a.pdf');
  await opened.publishing.watch();
  await until(() => listed(opened), ['1_a.pdf offered']);
  await rename(folder, `${folder}-away`);
  await opened.killed();
  await opened.publishing.watch();
  expect(listed(opened)).toEqual(['1_a.pdf offered']);
  expect(await ask(opened, { IdNumber: '1' })).toHaveLength(1);
});

test('changes in the folder while the station was off are found before anything is returned', async () => {
  const opened = await openTestPublishing();
  const folder = await watchedFolder(opened);
  for (const name of ['1_gone.pdf', '2_other.pdf', '3_same.pdf']) await pdfIn(folder, name);
  await opened.publishing.watch();
  await until(() => opened.all().length, 3);
  await opened.killed();
  await rm(join(folder, '1_gone.pdf'));
  await pdfIn(folder, '2_other.pdf', 'another');
  // The service is not to be asked before the folder was looked at; nothing goes out if it is.
  await expect(ask(opened, { IdNumber: '3' })).rejects.toMatchObject({ problem: { code: 'documents-being-read' } });
  await opened.publishing.watch();
  expect(opened.all().map(({ name, state }) => `${name} ${state}`)).toEqual(
    expect.arrayContaining(['1_gone.pdf withdrawn', '2_other.pdf withdrawn', '3_same.pdf offered']),
  );
  await until(() => opened.publishing.reading(), false);
  expect(await ask(opened, { IdNumber: '1' })).toEqual([]);
  expect(await ask(opened, { IdNumber: '3' })).toHaveLength(1);
});

test('an answer does not wait for a slow folder; documents that were not compared yet are not returned', async () => {
  const folder = await tempDir();
  const [quick, slow] = [join(folder, '1_quick.pdf'), join(folder, '2_slow.pdf')];
  await pdfIn(folder, '1_quick.pdf');
  const gone: string[] = [];
  const publications: FolderPublications = {
    paths: () => [],
    offeredPaths: () => [quick, slow],
    knows: () => true,
    found: async () => undefined,
    gone: (path) => void gone.push(path),
    stays: () => undefined,
    only: () => undefined,
  };
  let answer: (is: 'gone') => void = () => undefined;
  const late = new Promise<'gone'>((resolve) => {
    answer = resolve;
  });
  const look = createFirstLook(publications, async (_folder, path) => (path === slow ? late : 'file'));
  const waits = (path: string) => look.waits({ path, gone: false });
  await look.look({ folder, key: 'identification', once: false }, 1);
  await until(() => waits(quick), false);
  expect(waits(slow)).toBe(true);
  answer('gone');
  await until(() => waits(slow), false);
  expect(gone).toEqual([slow]);
});

test('each file that cannot be published is reported once, and again when it changes', async () => {
  const opened = await openTestPublishing();
  const folder = await watchedFolder(opened);
  const emitted: string[] = [];
  opened.publishing.events.on('unpublished', ({ code, detail }) => emitted.push(`${detail?.name} ${code}`));
  await pdfIn(folder, 'nobody.pdf');
  await writeFile(join(folder, '1_text.pdf'), 'text');
  await opened.publishing.watch();
  await until(() => emitted.toSorted(), ['1_text.pdf not-a-pdf', 'nobody.pdf watched-file-no-key']);
  await writeFile(join(folder, '1_text.pdf'), 'another text');
  await until(() => emitted.length, 3);
  await pdfIn(folder, '2_seen.pdf');
  await until(() => listed(opened), ['2_seen.pdf offered']);
  expect(emitted.at(-1)).toBe('1_text.pdf not-a-pdf');
  expect(emitted).toHaveLength(3);

  // A repeated problem is reported once, too.
  const encrypted = join(opened.dataDir, 'encrypted');
  await rename(encrypted, `${encrypted}-away`);
  await pdfIn(folder, '3_kept.pdf');
  await until(() => emitted.length, 4);
  let tried = 0;
  opened.publishing.events.on('watching', () => {
    tried += 1;
  });
  await until(() => tried > 2, true);
  await rename(`${encrypted}-away`, encrypted);
  await until(() => states(opened), ['2_seen.pdf offered', '3_kept.pdf offered']);
  expect(emitted.slice(3).map((line) => line.split(' ')[0])).toEqual(['3_kept.pdf']);
});

test('stored copies of ended publications without a visit are removed after their time; others stay', async () => {
  const opened = await openTestPublishing();
  const folder = await watchedFolder(opened);
  opened.settings.visits.add('visit');
  opened.settings.once = true;
  for (const name of ['7_lies.pdf', '8_gone.pdf']) await pdfIn(folder, name);
  await opened.publishing.watch();
  await until(() => opened.all().length, 2);
  expect(await ask(opened, { IdNumber: '7' })).toHaveLength(1);
  expect(await ask(opened, { IdNumber: '8' })).toHaveLength(1);
  await opened.publish(await opened.pdf('offered.pdf'), [idKey('1')]);
  await opened.publish(await opened.pdf('fetched.pdf'), [idKey('2')], { once: true });
  await opened.publish(await opened.pdf('visit.pdf'), [idKey('3')], { once: true, visitId: 'visit' });
  expect(await ask(opened, { IdNumber: '2' })).toHaveLength(1);
  expect(await ask(opened, { IdNumber: '3' })).toHaveLength(1);
  await opened.publish(await opened.pdf('late.pdf'), [idKey('4')]);
  await until(() => new Date().toISOString() > (opened.all().at(-1)?.publishedAt ?? ''), true);
  const between = new Date();
  // Published before, and withdrawn after.
  opened.publishing.withdraw(idOf(opened, 'late.pdf'));
  const expected = ['late.pdf withdrawn', 'offered.pdf offered', 'visit.pdf fetched'];
  await opened.killed();
  await rm(join(folder, '8_gone.pdf'));

  await opened.publishing.expire(between);
  expect(states(opened)).toEqual(expected);
  expect(await opened.encrypted()).toHaveLength(3);
  // Next to the three, the file that is still there, which is not published again.
  expect(rows(opened)).toBe(4);
  await opened.publishing.watch();
  await pdfIn(folder, '9_seen.pdf');
  await until(() => states(opened), ['9_seen.pdf offered', ...expected]);
  await opened.publishing.expire(new Date(Date.now() + 60_000));
  expect(states(opened)).toEqual(['9_seen.pdf offered', 'offered.pdf offered', 'visit.pdf fetched']);
});
