/** Documents of stations at the hub, without HTTP: what a withdrawal leaves alone, and what a replica that ended has left. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import { createUploads } from '../../hub/uploads.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addStation } from '../support/hub/hub-rows.ts';
import { sha256 } from '../support/sha256.ts';

const bytes = Buffer.from('%PDF-1.7');

async function openUploads() {
  const hub = await openTestHub();
  const { database, keys } = hub;
  const { stationId } = await addStation(hub);
  const uploads = createUploads({ database, keys, contents: openContents(database, keys) });
  const offer = async () => {
    const id = randomUUID();
    const [name, size] = ['contract.pdf', bytes.length];
    await uploads.begin(stationId, { id, name, size, sha256: sha256(bytes), keys: [{ kind: 'transaction', value: 'T-1' }], once: true });
    expect(await uploads.append(stationId, id, 0, bytes)).toMatchObject({ publication: { state: 'offered' }, isExpected: true });
    return id;
  };
  const setState = (id: string, state: string) => database.pool.query('UPDATE publication SET state = $2 WHERE id = $1', [id, state]);
  const stateOf = async (id: string) => (await uploads.find(stationId, id))?.state;
  return { stationId, uploads, offer, setState, stateOf };
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
