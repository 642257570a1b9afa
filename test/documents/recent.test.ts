/** What was opened last: opened again, forgotten, and never on the disk in clear. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import { codeOf } from '../support/code-of.ts';
import { createDocumentList, openRecentOpenings } from '../support/doors/documents.ts';
import { openMemoryDatabase } from '../support/doors/storage.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';

const dayMs = 86_400_000;

it('what was opened is listed latest first, once, without more than ten, for thirty days', async () => {
  let time = Date.parse('2026-11-26T12:00:00Z');
  const { recent, folder } = await buildStation({ provider: 'none', now: () => new Date(time) });
  const paths = await Promise.all(Array.from({ length: 12 }, async (_, at) => writeFile(folder, `${at}.pdf`, await plainPdf())));
  const seen: number[] = [];
  recent.events.on('changed', (openings) => seen.push(openings.length));
  for (const path of paths) {
    time += 1000;
    await recent.open([path]);
  }
  expect(recent.list().map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, at) => `${11 - at}.pdf`));
  expect(seen.at(-1)).toBe(10);
  time += 1000;
  await recent.open([paths[5] ?? '']);
  expect(
    recent
      .list()
      .map(({ name }) => name)
      .slice(0, 2),
  ).toEqual(['5.pdf', '11.pdf']);
  expect(recent.list()).toHaveLength(10);
  time += 1000;
  await recent.open([folder]);
  time += 1000;
  await recent.open([paths[0] ?? '', paths[1] ?? '', paths[2] ?? '']);
  expect(recent.list().slice(0, 2)).toMatchObject([
    { isFolder: false, name: '0.pdf', folder, more: 2 },
    { isFolder: true, more: 0 },
  ]);
  // What cannot be shown as one opening is not stored.
  time += 1000;
  await recent.open(Array.from({ length: 1001 }, () => paths[0] ?? ''));
  expect(recent.list()[0]).toMatchObject({ name: '0.pdf', more: 2 });
  time += 31 * dayMs;
  expect(recent.list()).toEqual([]);
});

it('old openings are not listed, and stop no start, while the database takes no change', async () => {
  const database = closing(openMemoryDatabase());
  let time = Date.parse('2026-11-26T12:00:00Z');
  const documents = createDocumentList();
  const open = () => openRecentOpenings({ database, documents, now: () => new Date(time) });
  await open().open([await tempDir()]);
  const stored = () => database.sql.prepare("SELECT count(*) AS count FROM json_row WHERE kind = 'recent'").get()?.count;
  expect(stored()).toBe(1);
  time += 31 * dayMs;
  database.sql.exec('PRAGMA query_only = ON');
  expect(open().list()).toEqual([]);
  expect(stored()).toBe(1);
  database.sql.exec('PRAGMA query_only = OFF');
  open();
  expect(stored()).toBe(0);
  await documents.close();
});

it('an opening is opened again after a restart, reports that it is gone, and is forgotten on request', async () => {
  const station = await buildStation({ provider: 'none' });
  const contracts = join(station.folder, 'María Inventada 0901');
  await mkdir(contracts);
  await writeFile(contracts, 'one.pdf', await plainPdf());
  await writeFile(contracts, 'two.pdf', await plainPdf(1, 'two'));
  await station.recent.open([contracts]);
  await station.close();

  // Names of customers are on the disk only encrypted.
  const names = (await readdir(station.dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { parentPath, name } of names) {
    expect((await readFile(join(parentPath, name))).includes('Inventada'), name).toBe(false);
  }

  const { recent, documents } = await station.openOn(station.dataDir);
  const [opening] = recent.list();
  expect(opening).toMatchObject({ name: 'María Inventada 0901', isFolder: true });
  const id = opening?.id ?? '';
  await expect(recent.reopen(id)).resolves.toMatchObject({ taken: 2 });
  documents.remove(documents.list().map((one) => one.id));
  await rm(contracts, { recursive: true });
  await expect(codeOf(recent.reopen(id))).resolves.toBe('recent-missing');
  expect(recent.list()).toHaveLength(1);
  // One of its files is enough.
  const [here, gone] = [await writeFile(station.folder, 'here.pdf', await plainPdf()), join(station.folder, 'gone.pdf')];
  await recent.open([here, gone]);
  const [both] = recent.list();
  documents.remove(documents.list().map((one) => one.id));
  await recent.reopen(both?.id ?? '');
  expect(documents.list().map(({ name, problem }) => [name, problem?.code])).toContainEqual(['here.pdf', undefined]);
  const left: number[] = [];
  recent.events.on('changed', (openings) => left.push(openings.length));
  recent.forget(id);
  expect(recent.list().map((one) => one.id)).toEqual([both?.id]);
  expect(left).toEqual([1]);
  await recent.open([station.folder]);
  recent.forget(null);
  expect(recent.list()).toEqual([]);
});
