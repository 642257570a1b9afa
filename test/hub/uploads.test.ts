/** Documents that stations upload to the hub: in pieces, offered when the digest is right, withdrawn. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createStations } from '../../hub/stations.ts';
import { hubChunkBytes, hubPaths } from '../../shared/domain/web-service/hub.ts';
import { startWithStations } from '../support/hub/hub-replica.ts';
import { sha256 } from '../support/sha256.ts';

describe('a publication', () => {
  const document = (bytes: Buffer) => ({
    id: randomUUID(),
    name: 'contrato.pdf',
    size: bytes.length,
    sha256: sha256(bytes),
    keys: [{ kind: 'identification', value: '1020' }],
    once: true,
  });

  test('is uploaded in pieces, again from where it was, and offered when its digest is right', async () => {
    const { hub, contents, at } = await startWithStations(2, { replicas: 2 });
    const bytes = Buffer.alloc(2 * hubChunkBytes + 100, 'pdf');
    const publication = document(bytes);
    const [one, two] = [at(0, 0), at(0, 1)];
    const { id } = publication;
    for (const client of [one, two])
      expect(await client.begin(publication)).toMatchObject({ status: 200, json: { id, state: 'uploading', received: 0 } });
    expect(await one.upload(id, 0, bytes.subarray(0, 10))).toMatchObject({ status: 409, json: { received: 0 } });
    expect(await one.upload(id, 0, bytes.subarray(0, hubChunkBytes))).toMatchObject({ status: 200, json: { received: hubChunkBytes } });
    // The answer was lost, and the piece is sent to another replica.
    expect(await two.upload(id, 0, bytes.subarray(0, hubChunkBytes))).toMatchObject({ status: 409, json: { received: hubChunkBytes } });
    expect(await two.upload(id, hubChunkBytes, bytes.subarray(hubChunkBytes, 2 * hubChunkBytes))).toMatchObject({ status: 200 });
    expect(await one.publication(id)).toMatchObject({ json: { state: 'uploading', received: 2 * hubChunkBytes } });
    const offered = { status: 200, json: { id, state: 'offered', received: bytes.length } };
    expect(await two.upload(id, 2 * hubChunkBytes, bytes.subarray(2 * hubChunkBytes))).toMatchObject(offered);
    expect(await one.begin(publication)).toMatchObject(offered);
    expect(await one.upload(id, 0, bytes.subarray(0, hubChunkBytes))).toMatchObject(offered);
    expect(await one.begin({ ...publication, sha256: sha256('other') })).toMatchObject({ status: 404 });
    expect(await at(1).begin(publication)).toMatchObject({ status: 200, json: { id, state: 'withdrawn', received: 0 } });
    for (const answer of [
      await at(1).publication(id),
      await at(1).publication(id, 'DELETE'),
      await at(1).upload(id, 0, bytes.subarray(0, 9)),
    ])
      expect(answer).toMatchObject({ status: 404, json: { error: 'not-found' } });
    const { rows } = await hub.database.pool.query<{ content_id: string; text: string }>(
      'SELECT content_id, publication::text AS text FROM publication',
    );
    expect((await buffer(contents.read(rows[0]?.content_id ?? ''))).equals(bytes)).toBe(true);
    expect(rows[0]?.text).not.toContain('contrato');
    expect(await one.publication(id, 'DELETE')).toMatchObject({ json: { state: 'withdrawn' } });
    expect(await two.begin(publication)).toMatchObject({ json: { state: 'withdrawn' } });
  });

  test('with another digest is damaged, and begins again', async () => {
    const { hub, at } = await startWithStations(1);
    const bytes = Buffer.from('the right document');
    const publication = document(bytes);
    const { id } = publication;
    const station = at(0);
    await station.begin(publication);
    expect(await station.upload(id, 0, Buffer.from('the wrong document'))).toMatchObject({ json: { state: 'damaged', received: 0 } });
    expect(await station.upload(id, 0, bytes)).toMatchObject({ json: { state: 'offered', received: bytes.length } });
    expect((await hub.database.pool.query('SELECT FROM content')).rowCount).toBe(1);
    expect((await hub.database.pool.query('SELECT FROM publication_key')).rowCount).toBe(1);
    await createStations(hub).revoke(station.stationId);
    expect((await hub.database.pool.query('SELECT state FROM publication')).rows).toEqual([{ state: 'withdrawn' }]);
  });

  test('of a station with data of an earlier time is withdrawn with all others of that station', async () => {
    const { hub, at } = await startWithStations(2);
    const bytes = Buffer.from('pdf');
    for (const station of [at(0), at(0), at(1)]) {
      const publication = document(bytes);
      await station.begin(publication);
      await station.upload(publication.id, 0, bytes);
    }
    const states = async () => {
      const { rows } = await hub.database.pool.query('SELECT state FROM publication ORDER BY number');
      return rows.map(({ state }) => state);
    };
    const newest = async () => Reflect.get(Object((await at(0).call('POST', hubPaths.restoration, { known: [] })).json), 'newest');
    const withdrawal = `${hubPaths.publications}?upTo=${await newest()}`;
    expect(await at(0).call('DELETE', withdrawal)).toMatchObject({ status: 204 });
    expect(await states()).toEqual(['withdrawn', 'withdrawn', 'offered']);
    // The same request again, which a proxy has delayed, is not about what is offered since.
    const later = document(bytes);
    await at(0).begin(later);
    await at(0).upload(later.id, 0, bytes);
    expect(await at(0).call('DELETE', withdrawal)).toMatchObject({ status: 204 });
    expect(await at(0).call('DELETE', hubPaths.publications)).toMatchObject({ status: 400, json: { error: 'malformed' } });
    expect(await states()).toEqual(['withdrawn', 'withdrawn', 'offered', 'offered']);
  });

  test('that was withdrawn ignores the rest of its upload', async () => {
    const { at } = await startWithStations(1);
    const bytes = Buffer.from('pdf');
    const publication = document(bytes);
    await at(0).begin(publication);
    expect(await at(0).publication(publication.id, 'DELETE')).toMatchObject({ json: { state: 'withdrawn' } });
    expect(await at(0).upload(publication.id, 0, bytes)).toMatchObject({ status: 200, json: { state: 'withdrawn', received: 0 } });
  });
});
