/** What must not go out of a watched folder any longer, and sealed copies that end by themselves. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFirstLook, type FolderPublications } from '../support/doors/web-service.ts';
import { ask, idKey, type PublishingDesk, pdfIn, publishingDesk, until, watchedFolder } from '../support/publishing-desk.ts';
import { tempDir } from '../support/temp-dir.ts';

const listed = (desk: PublishingDesk) => desk.all().map(({ name, state }) => `${name} ${state}`);
const states = (desk: PublishingDesk) => listed(desk).toSorted();
const idOf = (desk: PublishingDesk, name: string) => desk.all().find((one) => one.name === name)?.id ?? '';
const rows = (desk: PublishingDesk) => desk.store.database.sql.prepare('SELECT count(*) AS count FROM publication').get()?.count;

test('another folder, or none: what came from the one before is withdrawn by the station, and offered again when it is watched again', async () => {
  const desk = await publishingDesk();
  const folder = await watchedFolder(desk);
  for (const name of ['1_a.pdf', '2_b.pdf', '3_c.pdf']) await pdfIn(folder, name);
  await desk.publishing.watch();
  await until(() => desk.all().length, 3);
  desk.publishing.withdraw(idOf(desk, '3_c.pdf'));
  const own = await desk.publish(await desk.pdf('own.pdf'), [idKey('1')]);
  desk.noted.length = 0;

  desk.settings.folder = '';
  await desk.publishing.watch();
  expect(states(desk)).toEqual(['1_a.pdf withdrawn', '2_b.pdf withdrawn', '3_c.pdf withdrawn', 'own.pdf offered']);
  expect(desk.noted.toSorted()).toEqual(['withdrawn 1_a.pdf', 'withdrawn 2_b.pdf']);
  expect(await ask(desk, { IdNumber: '1' })).toEqual([own.sha256]);
  // A person's own from then on, also at the next start.
  desk.publishing.offer(idOf(desk, '2_b.pdf'));
  desk.publishing.offer(idOf(desk, '3_c.pdf'));
  await desk.killed();
  await desk.publishing.watch();
  expect(states(desk)).toEqual(['1_a.pdf withdrawn', '2_b.pdf offered', '3_c.pdf offered', 'own.pdf offered']);
  expect(await ask(desk, { IdNumber: '2' })).toHaveLength(1);

  desk.settings.folder = folder;
  await desk.publishing.watch();
  await until(() => states(desk)[0], '1_a.pdf offered');
  const other = join(await tempDir(), 'other');
  await mkdir(other);
  desk.settings.folder = other;
  await desk.publishing.watch();
  expect(states(desk)[0]).toBe('1_a.pdf withdrawn');
});

test('a folder that is missing at the start takes nothing away', async () => {
  const desk = await publishingDesk();
  const folder = await watchedFolder(desk);
  await pdfIn(folder, '1_a.pdf');
  await desk.publishing.watch();
  await until(() => listed(desk), ['1_a.pdf offered']);
  await rename(folder, `${folder}-away`);
  await desk.killed();
  await desk.publishing.watch();
  expect(listed(desk)).toEqual(['1_a.pdf offered']);
  expect(await ask(desk, { IdNumber: '1' })).toHaveLength(1);
});

test('what changed while nobody watched is known before anything goes out', async () => {
  const desk = await publishingDesk();
  const folder = await watchedFolder(desk);
  for (const name of ['1_gone.pdf', '2_other.pdf', '3_same.pdf']) await pdfIn(folder, name);
  await desk.publishing.watch();
  await until(() => desk.all().length, 3);
  await desk.killed();
  await rm(join(folder, '1_gone.pdf'));
  await pdfIn(folder, '2_other.pdf', 'another');
  // The service is not to be asked before the folder was looked at; nothing goes out if it is.
  expect(await ask(desk, { IdNumber: '3' })).toEqual([]);
  await desk.publishing.watch();
  expect(desk.all().map(({ name, state }) => `${name} ${state}`)).toEqual(
    expect.arrayContaining(['1_gone.pdf withdrawn', '2_other.pdf withdrawn', '3_same.pdf offered']),
  );
  expect(await ask(desk, { IdNumber: '1' })).toEqual([]);
  expect(await ask(desk, { IdNumber: '3' })).toHaveLength(1);
});

test('a slow folder is not waited for longer than that; what was not looked at waits until it was', async () => {
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

test('each file that cannot be published is told once, and again when it is another', async () => {
  const desk = await publishingDesk();
  const folder = await watchedFolder(desk);
  const told: string[] = [];
  desk.publishing.events.on('unpublished', ({ code, detail }) => told.push(`${detail?.name} ${code}`));
  await pdfIn(folder, 'nobody.pdf');
  await writeFile(join(folder, '1_text.pdf'), 'text');
  await desk.publishing.watch();
  await until(() => told.toSorted(), ['1_text.pdf not-a-pdf', 'nobody.pdf watched-file-no-key']);
  await writeFile(join(folder, '1_text.pdf'), 'another text');
  await until(() => told.length, 3);
  await pdfIn(folder, '2_seen.pdf');
  await until(() => listed(desk), ['2_seen.pdf offered']);
  expect(told.at(-1)).toBe('1_text.pdf not-a-pdf');
  expect(told).toHaveLength(3);

  // What is tried again and again is told once, too.
  const sealed = join(desk.dataDir, 'sealed');
  await rename(sealed, `${sealed}-away`);
  await pdfIn(folder, '3_kept.pdf');
  await until(() => told.length, 4);
  let tried = 0;
  desk.publishing.events.on('watching', () => {
    tried += 1;
  });
  await until(() => tried > 2, true);
  await rename(`${sealed}-away`, sealed);
  await until(() => states(desk), ['2_seen.pdf offered', '3_kept.pdf offered']);
  expect(told.slice(3).map((line) => line.split(' ')[0])).toEqual(['3_kept.pdf']);
});

test('copies of what ended without a visit go after their time, those of visits and what is offered do not', async () => {
  const desk = await publishingDesk();
  const folder = await watchedFolder(desk);
  desk.settings.cases.add('visit');
  desk.settings.once = true;
  for (const name of ['7_lies.pdf', '8_gone.pdf']) await pdfIn(folder, name);
  await desk.publishing.watch();
  await until(() => desk.all().length, 2);
  expect(await ask(desk, { IdNumber: '7' })).toHaveLength(1);
  expect(await ask(desk, { IdNumber: '8' })).toHaveLength(1);
  await desk.publish(await desk.pdf('offered.pdf'), [idKey('1')]);
  await desk.publish(await desk.pdf('fetched.pdf'), [idKey('2')], { once: true });
  await desk.publish(await desk.pdf('visit.pdf'), [idKey('3')], { once: true, caseId: 'visit' });
  expect(await ask(desk, { IdNumber: '2' })).toHaveLength(1);
  expect(await ask(desk, { IdNumber: '3' })).toHaveLength(1);
  await desk.publish(await desk.pdf('late.pdf'), [idKey('4')]);
  await until(() => new Date().toISOString() > (desk.all().at(-1)?.publishedAt ?? ''), true);
  const between = new Date();
  // Published before, and withdrawn after.
  desk.publishing.withdraw(idOf(desk, 'late.pdf'));
  const kept = ['late.pdf withdrawn', 'offered.pdf offered', 'visit.pdf fetched'];
  await desk.killed();
  await rm(join(folder, '8_gone.pdf'));

  await desk.publishing.expire(between);
  expect(states(desk)).toEqual(kept);
  expect(await desk.sealed()).toHaveLength(3);
  // Beside the three the file that lies there still, which is not published anew.
  expect(rows(desk)).toBe(4);
  await desk.publishing.watch();
  await pdfIn(folder, '9_seen.pdf');
  await until(() => states(desk), ['9_seen.pdf offered', ...kept]);
  await desk.publishing.expire(new Date(Date.now() + 60_000));
  expect(states(desk)).toEqual(['9_seen.pdf offered', 'offered.pdf offered', 'visit.pdf fetched']);
});
