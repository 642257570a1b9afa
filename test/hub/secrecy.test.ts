/** What the hub's database reveals: marked contents are searched in its files, in its log for recovery, and in a dump. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import { createUploads } from '../../hub/uploads.ts';
import { user } from '../support/cli/serving.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addStation, claim } from '../support/hub/hub-rows.ts';
import { workerPostgres } from '../support/hub/postgres.ts';
import { postgresBinary } from '../support/runner/need.ts';
import { sha256 } from '../support/sha256.ts';
import { findMarkers, formsIn } from '../support/storage/markers.ts';
import { sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';
import { startTestReplica } from '../support/web-service/web-service-backends.ts';

test('neither the files nor the log nor a dump of the database have persons, documents, numbers, tokens or keys', async () => {
  const hub = await openTestHub();
  const replica = await startTestReplica(hub);
  const mark = () => `${randomBytes(9).toString('hex')}Zoë`;
  const markers = {
    name: mark(),
    identification: randomBytes(8).readBigUInt64BE().toString(),
    transaction: mark(),
    uid: mark(),
    quarantined: mark(),
    document: randomBytes(40),
    file: mark(),
    key: mark(),
    hubKey: hub.hubKey,
  };
  const branch = `Sucursal ${randomUUID()}`;
  const { stationId } = await addStation(hub, branch);
  const url = replica.urls[0] ?? '';
  const token = await tokenFor(url, user);
  const record = { Uid: markers.uid, TransactionId: markers.transaction, IdNumber: markers.identification, FirstName: markers.name };
  expect((await sendToDocuments(url, token, { ...record, Photo: markers.document.toString('base64').repeat(900) })).status).toBe(200);
  expect((await sendToDocuments(url, token, { secret: markers.quarantined })).status).toBe(400);
  await claim(hub, stationId, [{ kind: 'transaction', value: markers.transaction }]);
  const uploads = createUploads({ ...hub, contents: openContents(hub.database, hub.keys) });
  const document = Buffer.concat([Buffer.from('%PDF-1.7\n'), markers.document, Buffer.from(markers.name)]);
  const keys = [
    { kind: 'identification' as const, value: markers.identification },
    { kind: 'customer' as const, value: markers.key },
  ];
  const [id, digest] = [randomUUID(), sha256(document)];
  await uploads.begin(stationId, { id, name: markers.file, size: document.length, sha256: digest, keys, once: false });
  await uploads.append(stationId, id, 0, document);
  const question = { JsonTransaction: { IdNumber: markers.identification, CustomerIdFromClient: markers.key } };
  expect((await sendToDocuments(url, token, question)).json).toEqual([document.toString('base64')]);

  const all = { ...markers, token, digest, password: user.password };
  const server = await workerPostgres();
  const { rows } = await hub.database.pool.query(
    "SELECT pg_relation_filepath('push') AS path, (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder",
  );
  await hub.database.pool.query('CHECKPOINT');
  expect(await findMarkers(join(server.data, rows[0].path, '..'), all)).toEqual([]);
  expect(await findMarkers(join(server.data, 'pg_wal'), all)).toEqual([]);
  const options = { maxBuffer: 2 ** 28, encoding: 'buffer' as const };
  const { stdout: dump } = await promisify(execFile)(postgresBinary('pg_dump'), ['--inserts', hub.url], options);
  for (const [name, marker] of Object.entries(all)) expect(formsIn(dump, marker), name).toEqual([]);
  // What is clear is found: the search works.
  expect(formsIn(dump, branch)).toContain('raw');
  expect(await findMarkers(join(server.data, 'pg_wal'), { branch })).not.toEqual([]);
});
