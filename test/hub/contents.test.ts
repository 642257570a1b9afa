/** Contents of the hub: encrypted in pieces of 1 MiB, each at its place only, and unreadable once removed. */
import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import { hubChunkBytes } from '../../shared/domain/web-service/hub.ts';
import { openTestHub } from '../support/hub/hub.ts';

test.for([0, 1, hubChunkBytes - 1, hubChunkBytes, hubChunkBytes + 1, 3 * hubChunkBytes])(
  'reads %i bytes as they were written',
  async (size) => {
    const { database, keys } = await openTestHub();
    const contents = openContents(database, keys);
    const [one, other] = [randomUUID(), randomUUID()];
    const bytes = randomBytes(size);
    await database.transaction((client) => contents.insert(client, [{ id: one, content: [bytes] }]));
    expect((await buffer(contents.read(one))).equals(bytes)).toBe(true);
    // In pieces, as an upload brings them.
    await database.transaction((client) => contents.begin(client, other, size));
    for (let number = 0; number === 0 || number * hubChunkBytes < size; number += 1) {
      const piece = bytes.subarray(number * hubChunkBytes, (number + 1) * hubChunkBytes);
      await database.transaction((client) => contents.append(client, { id: other, size }, number, piece));
    }
    expect((await buffer(contents.read(other))).equals(bytes)).toBe(true);
  },
);

test('a piece that was changed, moved or lost does not open', async () => {
  const { database, keys } = await openTestHub();
  const contents = openContents(database, keys);
  const change = async (sql: string): Promise<unknown> => {
    const id = randomUUID();
    await database.transaction((client) => contents.insert(client, [{ id, content: [randomBytes(2 * hubChunkBytes)] }]));
    await database.pool.query(sql, [id]);
    return buffer(contents.read(id));
  };
  await expect(change('SELECT $1::uuid')).resolves.toHaveLength(2 * hubChunkBytes);
  await expect(change('UPDATE content_chunk SET number = 7 - number WHERE content_id = $1')).rejects.toThrow();
  await expect(
    change('UPDATE content_chunk SET bytes = set_byte(bytes, 50, get_byte(bytes, 50) # 1) WHERE content_id = $1'),
  ).rejects.toThrow();
  const swap = 'UPDATE content_chunk AS one SET bytes = other.bytes FROM content_chunk AS other';
  await expect(change(`${swap} WHERE one.content_id = $1 AND other.content_id = $1 AND other.number = 1 - one.number`)).rejects.toThrow();
  await expect(change(`UPDATE content SET size = ${hubChunkBytes} WHERE id = $1`)).rejects.toThrow();
});

test('removed content is gone with its key', async () => {
  const { database, keys } = await openTestHub();
  const contents = openContents(database, keys);
  const id = randomUUID();
  await database.transaction((client) => contents.insert(client, [{ id, content: [Buffer.from('hello')] }]));
  await database.transaction((client) => contents.remove(client, [id]));
  await contents.scrub();
  await expect(buffer(contents.read(id))).rejects.toMatchObject({ problem: { code: 'contents-not-taken' } });
  for (const table of ['content', 'content_chunk']) expect((await database.pool.query(`SELECT 1 FROM ${table}`)).rowCount).toBe(0);
});

test('removing contents reads no other table: only that of the pieces, which has an index for it, refers to them', async () => {
  const { database } = await openTestHub();
  const { rows } = await database.pool.query(
    "SELECT conrelid::regclass::text AS referring FROM pg_constraint WHERE contype = 'f' AND confrelid = 'content'::regclass",
  );
  expect(rows).toEqual([{ referring: 'content_chunk' }]);
});
