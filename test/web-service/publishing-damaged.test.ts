/** Sealed rows and copies of published documents: damaged, missing, under another key, sealed anew, left behind. */
import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { ask, idKey, publishingDesk } from '../support/publishing-desk.ts';

test('a damaged or missing copy does not go out and is told; the others of the customer do', async () => {
  const desk = await publishingDesk();
  const good = await desk.publish(await desk.pdf('good.pdf'), [idKey('1')]);
  const bad = await desk.publish(await desk.pdf('bad.pdf'), [idKey('1')], { once: true });
  const lost = await desk.publish(await desk.pdf('lost.pdf'), [idKey('1')]);
  const fileOf = async (id: string) => join(desk.dataDir, 'sealed', (await desk.sealed()).find((name) => name.includes(id)) ?? '');
  const path = await fileOf(bad.id);
  await copyFile(path, `${path}.kept`);
  const bytes = await readFile(path);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await rm(await fileOf(lost.id));
  const told: string[] = [];
  desk.publishing.events.on('changed', ({ name, problem }) => told.push(`${name} ${problem?.code}`));
  expect(await ask(desk, { IdNumber: '1' })).toEqual([good.sha256]);
  expect(told.filter((one) => !one.startsWith('good'))).toEqual(['bad.pdf record-damaged', 'lost.pdf record-damaged']);
  expect(desk.all().map(({ problem }) => problem?.code ?? null)).toEqual([null, 'record-damaged', 'record-damaged']);
  await copyFile(`${path}.kept`, path);
  expect(await ask(desk, { IdNumber: '1' })).toEqual([good.sha256, bad.sha256]);
  expect(desk.all().map(({ problem }) => problem?.code ?? null)).toEqual([null, null, 'record-damaged']);
});

test('rows under another key are listed, never go out, and are there again with their key', async () => {
  const desk = await publishingDesk();
  const one = await desk.publish(await desk.pdf('1.pdf'), [idKey('1')]);
  await desk.killed(randomBytes(32));
  expect(desk.all()).toMatchObject([{ id: one.id, state: 'withdrawn', keys: [], problem: { code: 'sealed-elsewhere' } }]);
  expect(desk.publishing.locked()).toBe(1);
  expect(await ask(desk, { IdNumber: '1' })).toEqual([]);
  expect(await codeOf(() => desk.publishing.offer(one.id))).toBe('sealed-elsewhere');
  await desk.publishing.sweep(() => true);
  expect(desk.publishing.renewSeals(desk.store.keys.current().id)).toBe(false);
  await desk.killed();
  expect(await ask(desk, { IdNumber: '1' })).toEqual([one.sha256]);
});

test('a row that was put in the place of another is damaged, and can be taken off the list', async () => {
  const desk = await publishingDesk();
  const one = await desk.publish(await desk.pdf('1.pdf'), [idKey('1')]);
  const two = await desk.publish(await desk.pdf('2.pdf'), [idKey('2')]);
  const sealed = desk.store.database.sql.prepare('SELECT sealed FROM publication WHERE id = ?').get(two.id)?.sealed;
  desk.store.database.sql.prepare('UPDATE publication SET sealed = ? WHERE id = ?').run(sealed as Uint8Array, one.id);
  await desk.killed();
  expect(await ask(desk, { IdNumber: '1' })).toEqual([]);
  expect(await ask(desk, { IdNumber: '2' })).toEqual([two.sha256]);
  expect(desk.all()[0]).toMatchObject({ id: one.id, problem: { code: 'record-damaged' } });
  await desk.publishing.remove(one.id);
  expect([desk.all().length, (await desk.sealed()).length]).toEqual([1, 1]);
});

test('what is under an older key is sealed anew', async () => {
  const desk = await publishingDesk();
  await desk.publish(await desk.pdf('1.pdf'), [idKey('1')]);
  const { sql } = desk.store.database;
  sql.prepare("UPDATE publication SET key = 'older'").run();
  expect(desk.publishing.renewSeals(desk.store.keys.current().id)).toBe(true);
  expect(sql.prepare('SELECT key FROM publication').get()?.key).toBe(desk.store.keys.current().id);
});

test('sealed files that no publication knows are swept, those that are being made are not', async () => {
  const desk = await publishingDesk();
  const path = await desk.pdf('1.pdf');
  const writer = await desk.store.files.create('published', randomUUID());
  await writer.write(Buffer.from('left behind'));
  await writer.finish();
  let through = false;
  const publishing = desk.publish(path, [idKey('1')]).finally(() => {
    through = true;
  });
  while (!through) {
    await desk.publishing.sweep(() => true);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const one = await publishing;
  await desk.publishing.sweep(() => true);
  expect(await desk.sealed()).toHaveLength(1);
  expect(await ask(desk, { IdNumber: '1' })).toEqual([one.sha256]);
});
