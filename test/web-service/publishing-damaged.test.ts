/** Rows and encrypted copies of published documents: damaged, missing, left behind. */
import { randomUUID } from 'node:crypto';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { ask, idKey, openTestPublishing } from '../support/web-service/publishing.ts';

test('a damaged or missing copy is not returned and is reported; the customer’s other documents are returned', async () => {
  const opened = await openTestPublishing();
  const good = await opened.publish(await opened.pdf('good.pdf'), [idKey('1')]);
  const bad = await opened.publish(await opened.pdf('bad.pdf'), [idKey('1')], { once: true });
  const lost = await opened.publish(await opened.pdf('lost.pdf'), [idKey('1')]);
  const fileOf = async (id: string) =>
    join(opened.dataDir, 'encrypted', (await opened.encrypted()).find((name) => name.includes(id)) ?? '');
  const path = await fileOf(bad.id);
  await copyFile(path, `${path}.kept`);
  const bytes = await readFile(path);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await rm(await fileOf(lost.id));
  const emitted: string[] = [];
  opened.publishing.events.on('changed', ({ name, problem }) => emitted.push(`${name} ${problem?.code}`));
  expect(await ask(opened, { IdNumber: '1' })).toEqual([good.sha256]);
  expect(emitted.filter((one) => !one.startsWith('good'))).toEqual(['bad.pdf stored-data-damaged', 'lost.pdf stored-data-damaged']);
  expect(opened.all().map(({ problem }) => problem?.code ?? null)).toEqual([null, 'stored-data-damaged', 'stored-data-damaged']);
  await copyFile(`${path}.kept`, path);
  expect(await ask(opened, { IdNumber: '1' })).toEqual([good.sha256, bad.sha256]);
  expect(opened.all().map(({ problem }) => problem?.code ?? null)).toEqual([null, null, 'stored-data-damaged']);
});

test('a row that does not parse is reported as damaged, is never returned, and can be removed', async () => {
  const opened = await openTestPublishing();
  const one = await opened.publish(await opened.pdf('1.pdf'), [idKey('1')]);
  const two = await opened.publish(await opened.pdf('2.pdf'), [idKey('2')]);
  opened.store.database.sql.prepare("UPDATE publication SET value = '{}' WHERE id = ?").run(one.id);
  await opened.killed();
  expect(await ask(opened, { IdNumber: '1' })).toEqual([]);
  expect(await ask(opened, { IdNumber: '2' })).toEqual([two.sha256]);
  expect(opened.all()[0]).toMatchObject({ id: one.id, problem: { code: 'stored-data-damaged' } });
  expect(await codeOf(() => opened.publishing.offer(one.id))).toBe('stored-data-damaged');
  await opened.publishing.remove(one.id);
  expect([opened.all().length, (await opened.encrypted()).length]).toEqual([1, 1]);
});

test('encrypted files without a publication are removed, except those being written', async () => {
  const opened = await openTestPublishing();
  const path = await opened.pdf('1.pdf');
  const writer = await opened.store.files.create('published', randomUUID());
  await writer.write(Buffer.from('left behind'));
  await writer.finish();
  let through = false;
  const publishing = opened.publish(path, [idKey('1')]).finally(() => {
    through = true;
  });
  while (!through) {
    await opened.publishing.sweep(() => true);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const one = await publishing;
  await opened.publishing.sweep(() => true);
  expect(await opened.encrypted()).toHaveLength(1);
  expect(await ask(opened, { IdNumber: '1' })).toEqual([one.sha256]);
});
