/** Documents of stations at the hub, without HTTP: what a withdrawal leaves alone, and what a replica that ended has left. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import { createStations } from '../../hub/stations.ts';
import { createUploads } from '../../hub/uploads.ts';
import { hubChunkBytes } from '../../shared/domain/web-service/hub.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addStation } from '../support/hub/hub-rows.ts';
import { sha256 } from '../support/sha256.ts';

const bytes = Buffer.from('%PDF-1.7');

async function openUploads() {
  const hub = await openTestHub();
  const { database, keys } = hub;
  const { stationId } = await addStation(hub);
  const contents = openContents(database, keys);
  /** Runs when the contents of a document were read. */
  const after = { reading: async (): Promise<unknown> => undefined };
  const read = async function* (id: string) {
    yield* contents.read(id);
    await after.reading();
  };
  const uploads = createUploads({ database, keys, contents: { ...contents, read } });
  const begin = (document = bytes) => {
    const [id, name, size] = [randomUUID(), 'contract.pdf', document.length];
    return uploads.begin(stationId, {
      id,
      name,
      size,
      sha256: sha256(document),
      keys: [{ kind: 'transaction', value: 'T-1' }],
      once: true,
    });
  };
  const offer = async () => {
    const id = (await begin())?.id ?? '';
    expect(await uploads.append(stationId, id, 0, bytes)).toMatchObject({ publication: { state: 'offered' }, isExpected: true });
    return id;
  };
  const setState = (id: string, state: string) => database.pool.query('UPDATE publication SET state = $2 WHERE id = $1', [id, state]);
  const stateOf = async (id: string) => (await uploads.find(stationId, id))?.state;
  return { hub, stationId, uploads, after, begin, offer, setState, stateOf };
}

test('a document that was fetched stays fetched, whatever is withdrawn', async () => {
  const { stationId, uploads, offer, setState, stateOf } = await openUploads();
  const [fetched, one, other] = [await offer(), await offer(), await offer()];
  await setState(fetched, 'fetched');
  for (const id of [fetched, one]) await uploads.withdraw(stationId, id);
  expect([await stateOf(fetched), await stateOf(one), await stateOf(other)]).toEqual(['fetched', 'withdrawn', 'offered']);
  await uploads.withdrawAll(stationId, Number.MAX_SAFE_INTEGER);
  expect([await stateOf(fetched), await stateOf(other)]).toEqual(['fetched', 'withdrawn']);
});

test('a document whose last piece was stored by a replica that ended is offered by the next call, and takes no piece more', async () => {
  const { stationId, uploads, offer, setState, stateOf } = await openUploads();
  const [asked, sent] = [await offer(), await offer()];
  for (const id of [asked, sent]) await setState(id, 'uploading');
  expect(await stateOf(asked)).toBe('offered');
  const more = await uploads.append(stationId, sent, bytes.length, Buffer.alloc(0));
  expect(more).toEqual({ publication: { id: sent, state: 'offered', received: bytes.length }, isExpected: false });
});

test('a document that is withdrawn while its digest is computed stays withdrawn', async () => {
  const { stationId, uploads, after, begin, stateOf } = await openUploads();
  const id = (await begin())?.id ?? '';
  after.reading = () => uploads.withdraw(stationId, id);
  expect(await uploads.append(stationId, id, 0, bytes)).toMatchObject({ publication: { state: 'withdrawn' }, isExpected: true });
  expect(await stateOf(id)).toBe('withdrawn');
});

test('a station that is revoked during its requests begins no document, and ends none', async () => {
  const { hub, stationId, uploads, begin, stateOf } = await openUploads();
  const id = (await begin())?.id ?? '';
  await createStations(hub).revoke(stationId);
  expect(await begin()).toBeNull();
  expect(await uploads.append(stationId, id, 0, bytes)).toMatchObject({ publication: { state: 'withdrawn', received: 0 } });
  expect([await stateOf(id), (await hub.database.pool.query('SELECT FROM publication')).rowCount]).toEqual(['withdrawn', 1]);
});

test('each piece of a document and its withdrawal are put down with their time, from which its retention counts', async () => {
  const { hub, stationId, uploads, begin } = await openUploads();
  const query = async (text: string) => (await hub.database.pool.query(text)).rowCount;
  const long = Buffer.alloc(hubChunkBytes + 1);
  const id = (await begin(long))?.id ?? '';
  for (const change of [
    () => uploads.append(stationId, id, 0, long.subarray(0, hubChunkBytes)),
    () => uploads.append(stationId, id, hubChunkBytes, long.subarray(hubChunkBytes)),
    () => uploads.withdraw(stationId, id),
  ]) {
    await query("UPDATE publication SET changed_at = 'epoch'");
    await change();
    expect(await query("SELECT FROM publication WHERE changed_at = 'epoch'")).toBe(0);
  }
});
