/** Damage in the data of visits, and a key rotation for all these data. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { sha256 as hashOf } from '../support/sha256.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { damageTable, spoil } from '../support/storage/damaged-database.ts';
import { type VisitStation, withVisitActions } from '../support/visits/visit-actions.ts';
import { longWait } from '../support/waiting.ts';

function flip(bytes: Buffer, at: number): void {
  const place = Math.min(bytes.length - 1, Math.floor(bytes.length * at));
  bytes.writeUInt8(bytes.readUInt8(place) ^ 0x10, place);
}

const places = [0, 0.02, 0.5, 0.98, 1];

describe('in the data folder', () => {
  test('a visit whose row does not parse: the visit is reported as damaged, the others open, and its documents are not sent while a rule blocks them', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const ids = [station.visit({ name: 'Ilegible' }), station.visit({ name: 'Ilegible' }), station.visit({ name: 'Otra' })];
    const other = ids.at(-1) ?? '';
    await station.close();
    for (const id of ids.slice(0, -1)) spoil(station.dataDir, station.vaultKey, 'visit', 'id = ?', id);
    await station.reopen();
    station.rules({ blockedPerson: { level: 'stop' } });
    const { items } = station.visits.page({ text: '', show: 'all' }, 0, 10);
    expect(new Map(items.map(({ id, problem }) => [id, problem?.code ?? null]))).toEqual(
      new Map(ids.map((id) => [id, id === other ? null : 'stored-data-damaged'])),
    );
    expect(station.view(other).name).toBe('Otra');
    for (const id of ids.slice(0, -1)) expect(await codeOf(() => station.view(id))).toBe('stored-data-damaged');

    const [blocked = '', free = ''] = await station.contracts('blocked', 'free');
    const refused = await station.signing.send({ documents: station.entries([blocked]), visitId: ids[1] ?? '' }).then(
      ({ batchId, faults }) => (batchId === null ? faults.map(({ problem }) => problem.code) : 'sent'),
      (thrown: unknown) => [Object(thrown).problem?.code],
    );
    expect(refused).toEqual(['stored-data-damaged']);
    const { batchId } = await station.signing.send({ documents: station.entries([free]), visitId: other });
    await batchFinished(station, batchId);
    expect(station.states([free])).toEqual(['signed']);
    expect(station.calls()).toMatchObject([{ references: ['free'] }]);
    // A visit that can no longer be read can be removed, with all its data.
    await station.visits.remove(ids[0] ?? '');
    expect(await codeOf(() => station.view(ids[0] ?? ''))).toBe('visit-unknown');
  });

  test('a visit whose row does not parse: its queued document stays queued, with a reason, until no rule blocks it', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ name: 'Ana' });
    station.queue.pause();
    const ids = await station.contracts('a');
    await station.signing.send({ documents: station.entries(ids), visitId: id });
    await station.close();
    spoil(station.dataDir, station.vaultKey, 'visit', 'id = ?', id);
    await station.reopen();
    station.rules({ blockedPerson: { level: 'stop' } });
    station.queue.resume();
    await expect.poll(() => station.states(ids), longWait).toEqual(['queued stored-data-damaged']);
    expect(station.calls()).toEqual([]);
    station.rules({});
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed']);
  });

  test('a record whose row does not parse: the record is reported as damaged; its visit and the other records can be read', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ transaction: 'TX-1004' });
    const records: string[] = [];
    for (const _ of ['unreadable', 'whole']) records.push(await station.fetch(id, 'TX-1002'));
    await station.close();
    spoil(station.dataDir, station.vaultKey, 'identity_record', 'id = ?', records[0] ?? '');
    await station.reopen();
    station.rules({ approvedFace: { level: 'stop' } });
    expect(station.view(id).records.map(({ problem }) => problem?.code ?? null)).toEqual([null, 'stored-data-damaged']);
    expect(await codeOf(() => station.visits.record(records[0] ?? ''))).toBe('stored-data-damaged');
    expect(station.view(id).findings).toEqual([]);
    expect(station.audit.verify()).toMatchObject({ intact: true });
  });

  test('one flipped bit in a picture: nothing of its damaged part is returned, and the other pictures are whole', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ transaction: 'TX-1002' });
    const record = await station.fetch(id, 'TX-1002', { images: true });
    const { files } = station.visits.record(record).row;
    const folder = join(station.dataDir, 'encrypted');
    const broken = files.slice(0, places.length);
    for (const [n, file] of broken.entries()) {
      const path = join(folder, readdirSync(folder).find((name) => name.includes(file.id)) ?? '');
      const bytes = readFileSync(path);
      flip(bytes, places[n] ?? 0);
      writeFileSync(path, bytes);
    }
    await station.reopen();
    expect(station.view(id).records).toMatchObject([{ problem: null, files: files.length }]);
    for (const { id: fileId, sha256, size } of files) {
      const file = station.visits.recordFile(record, fileId);
      const all = buffer(file.read());
      const range = buffer(file.range(0, size - 1));
      if (broken.some((one) => one.id === fileId)) {
        // Both at once: a rejection that no one awaits yet would end the run.
        const isDamaged = { problem: { code: 'stored-data-damaged' } };
        await Promise.all([expect(all).rejects.toMatchObject(isDamaged), expect(range).rejects.toMatchObject(isDamaged)]);
      } else expect([hashOf(await all), hashOf(await range)]).toEqual([sha256, sha256]);
    }
    expect(files.length).toBeGreaterThan(broken.length);
  });
});

test.each<[string, (station: VisitStation) => void]>([
  ['the database', ({ dataDir }) => writeFileSync(join(dataDir, 'station.sqlite'), 'no database'.repeat(1000))],
  // The names of the files are salvaged, and what they belong to is not.
  [
    'a part of the database, with visits and records,',
    ({ dataDir, vaultKey }) => {
      for (const table of ['visit', 'identity_record']) damageTable(dataDir, vaultKey, table);
    },
  ],
])('when %s is damaged, the files of visits stay: a person may still need them', async (_, damage) => {
  const station = withVisitActions(withSigningActions(await buildStation()));
  const id = station.visit({ transaction: 'TX-1002' });
  await station.fetch(id, 'TX-1002', { images: true });
  const files = () => readdirSync(join(station.dataDir, 'encrypted')).toSorted();
  const before = files();
  expect(before).toContainEqual(expect.stringMatching(/^record\./));
  await station.reopen({}, () => damage(station));
  expect(readdirSync(station.dataDir)).toContainEqual(expect.stringMatching(/^station-damaged-/));
  expect(await codeOf(() => station.view(id))).toBe('visit-unknown');
  await station.reopen();
  expect(files()).toEqual(before);
});

test('after a key rotation visits, records, their files and the log are readable, and no file was written again', async () => {
  const keychain = memoryKeychain();
  const station = withVisitActions(withSigningActions(await buildStation({ keychain })));
  const id = station.visit({ transaction: 'TX-1001' });
  const record = await station.fetch(id, 'TX-1001', { images: true, documents: true, video: true });
  await station.screen(id, 'Evaristo Quiroga Beltrán', '79555001');
  const pushed = await station.push({ Uid: 'U-1', TransactionId: 'TX-1001', Extras: { Long: 'QUJD'.repeat(10_000) } });
  expect(pushed).toBe(id);
  const before = station.view(id);
  const encryptedBefore = await encryptedBytes(station);
  const wholeAndRead = async () => {
    expect(station.view(id)).toEqual(before);
    const { files } = station.visits.record(record).row;
    expect(files.length).toBeGreaterThan(8);
    for (const one of before.records)
      for (const { id: fileId, sha256 } of station.visits.record(one.id).row.files)
        expect(hashOf(await buffer(station.visits.recordFile(one.id, fileId).read()))).toBe(sha256);
    expect(station.audit.verify()).toMatchObject({ intact: true });
    expect(station.audit.ofVisit(id).every(({ content }) => content !== null)).toBe(true);
  };
  await station.rotateKey();
  await wholeAndRead();
  expect(await encryptedBytes(station)).toEqual(encryptedBefore);
  await station.reopen();
  await wholeAndRead();
  await station.close();
  // With another key nothing is opened, and nothing is changed.
  const other = station.openOn(station.dataDir, { keychain: memoryKeychain(), vaultKey: randomBytes(32) });
  await expect(other).rejects.toMatchObject({ problem: { code: 'data-key-missing', detail: { cause: 'environment' } } });
  await station.reopen();
  await wholeAndRead();
});

async function encryptedBytes({ dataDir }: VisitStation): Promise<Map<string, Buffer>> {
  const folder = join(dataDir, 'encrypted');
  const names = (await readdir(folder)).sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}
