/**
 * Writes the golden files of `test/storage/golden.test.ts` next to itself: `node test/storage/golden/write.ts`. They were
 * written once, by the real code, under the data key whose bytes count from 0 to 31; keys of files, ids and times are
 * those of that day. They are written again only when the format on disk changes on purpose (there is no installed base yet): a
 * station that does not read them does not read any station's data.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createStation, type Station } from '../../support/doors/app.ts';
import { policySchema, profileSchema } from '../../support/doors/domain.ts';
import { memoryKeychain } from '../../support/doors/keychain.ts';
import { startPractice } from '../../support/doors/practice.ts';
import { openEncryptedFiles, openMemoryDatabase, openSql } from '../../support/doors/storage.ts';
import { plainPdf } from '../../support/pdf/pdfs.ts';

const here = import.meta.dirname;
const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));

async function writeEncryptedFile(work: string): Promise<void> {
  const database = openMemoryDatabase();
  const files = await openEncryptedFiles({ folder: join(work, 'encrypted'), database });
  const writer = await files.create('decoded', randomUUID());
  // One byte more than a chunk, so that there are two.
  await writer.write(Buffer.alloc(64 * 1024 + 1, 'golden '));
  const file = await writer.finish();
  const name = `${file.kind}.${file.owner}.${file.id}.encrypted`;
  await rm(join(here, 'file'), { recursive: true, force: true });
  await mkdir(join(here, 'file'));
  await copyFile(join(work, 'encrypted', name), join(here, 'file', name));
  const row = database.sql.prepare('SELECT id, kind, owner, lower(hex(key)) AS key, size, sha256 FROM encrypted_file').get();
  await writeFile(join(here, 'file.json'), `${JSON.stringify(row, null, 2)}\n`);
}

async function screenInBulk(station: Station, work: string): Promise<void> {
  const path = join(work, 'lista.csv');
  await writeFile(path, 'nombre,cedula\nPersona Inventada,1234567\n');
  const { fileId } = await station.bulk.openFile(path);
  const { id } = await station.bulk.start({
    fileId,
    options: { encoding: 'utf-8', separator: ',', quote: '"', header: true, sheet: null },
    mapping: { name: [0], surnameFirst: false, surnameFirstWhere: null, identification: 1, empty: [] },
    judicial: false,
    procurator: false,
    pace: { concurrency: 1, perMinute: 0 },
  });
  station.bulk.begin();
  const { state } = await station.bulk.finished(id, 60_000);
  if (state !== 'done') throw new Error(`not screened in bulk: ${state}`);
}

async function contract(work: string, name: string): Promise<string> {
  const path = join(work, `${name}.pdf`);
  await writeFile(path, await plainPdf(1, name));
  return path;
}

async function queueDocument(station: Station, path: string, visitId: string): Promise<void> {
  const { ids } = await station.documents.open([path]);
  const placement = { page: -1, anchor: 'bottom-left', x: 360, y: 40, width: 200, height: 60 } as const;
  const reference = `REF ${basename(path, '.pdf')}`;
  const documents = ids.map((documentId) => ({ documentId, reference, clientInfo: 'TX-1002', placement }));
  const { faults } = await station.signing.send({ documents, visitId });
  if (faults.length > 0) throw new Error(`not queued: ${faults.map(({ problem }) => problem.code)}`);
}

async function writeDataFolder(work: string): Promise<void> {
  const dataDir = join(work, 'data');
  const practice = await startPractice();
  const provider = { kind: 'external', profile: profileSchema.parse(practice.profile), secrets: practice.secrets } as const;
  const station = await createStation({ dataDir, keychain: memoryKeychain(), vaultKey: key, provider, sending: 'manual' });
  const off = { level: 'off' };
  station.settings.change({
    policy: policySchema.parse({ clearScreening: off, approvedFace: off, sameIdentification: off, blockedPerson: { level: 'stop' } }),
  });
  await station.service.users.provide('provider', 'a long enough password');
  const { id: visitId } = station.visits.create({ name: 'Rosalba Contreras', identification: '52123456', transaction: 'TX-1002' });
  station.visits.note(visitId, 'Vino con su hermana');
  const query = { name: 'Rosalba Contreras', identification: '52123456', judicial: false, procurator: false };
  const { problem } = await station.screening.screen(query, undefined, visitId);
  if (problem) throw new Error(`not screened: ${problem.code}`);
  const pushed = { Uid: 'U-7', TransactionId: 'TX-1002', IdNumber: '52123456', FirstName: 'ROSALBA', ComparationFacesAproved: true };
  await station.inbox.ingestPush(Buffer.from(JSON.stringify(pushed)), 'provider');
  await screenInBulk(station, work);
  // One whose answer never came, and one that was not sent.
  practice.misbehave('sign', { drop: 'before-answer' });
  await queueDocument(station, await contract(work, 'dudoso'), visitId);
  await station.queue.run({ maxWaitMs: 0 });
  const path = await contract(work, 'contrato');
  await queueDocument(station, path, visitId);
  const staged = await station.publishing.stage([path]);
  await station.publishing.publish({
    staged: staged.map(({ id }) => id),
    keys: [{ kind: 'identification', value: '52123456' }],
    once: false,
    visitId: null,
  });
  await station.close();
  await practice.close();
  // The golden folder is an original.
  const sql = openSql(join(dataDir, 'station.sqlite'), { key });
  sql.prepare("DELETE FROM json_row WHERE kind = 'file'").run();
  sql.close();

  const to = join(here, 'data-folder');
  await rm(to, { recursive: true, force: true });
  await mkdir(join(to, 'encrypted'), { recursive: true });
  await copyFile(join(dataDir, 'sent-ledger'), join(to, 'sent-ledger'));
  for (const name of ['settings.sqlite', 'station.sqlite'])
    await writeFile(join(to, `${name}.gz`), gzipSync(await readFile(join(dataDir, name)), { level: 9 }));
  for (const name of await readdir(join(dataDir, 'encrypted')))
    await copyFile(join(dataDir, 'encrypted', name), join(to, 'encrypted', name));
}

const work = await mkdtemp(join(tmpdir(), 'golden-'));
await writeEncryptedFile(work);
await writeDataFolder(work);
await rm(work, { recursive: true });
