/** Bits that turned in what is kept of visits, and a new key for all of it. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { withSigningActions } from '../support/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { type VisitStation, withVisitActions } from '../support/visit-actions.ts';
import { longWait } from '../support/waiting.ts';

/** Turns one bit of a sealed column, at a share of its length from 0 to 1. */
function flipInRow(station: VisitStation, table: 'customer_case' | 'identity_record', id: string, at: number): void {
  const sql = new DatabaseSync(join(station.dataDir, 'station.sqlite'));
  const sealed = Buffer.from(sql.prepare(`SELECT sealed FROM ${table} WHERE id = ?`).get(id)?.sealed as Uint8Array);
  flip(sealed, at);
  sql.prepare(`UPDATE ${table} SET sealed = ? WHERE id = ?`).run(sealed, id);
  sql.close();
}

function flip(bytes: Buffer, at: number): void {
  const place = Math.min(bytes.length - 1, Math.floor(bytes.length * at));
  bytes.writeUInt8(bytes.readUInt8(place) ^ 0x10, place);
}

const places = [0, 0.02, 0.5, 0.98, 1];

describe('one flipped bit in the data folder', () => {
  test('in a visit: the visit is reported as damaged, the others open, and its documents are not sent while a rule blocks them', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const ids = [...places.map((at) => station.visit({ name: `Persona ${at}` })), station.visit({ name: 'Otra' })];
    const other = ids.at(-1) ?? '';
    await station.close();
    for (const [n, at] of places.entries()) flipInRow(station, 'customer_case', ids[n] ?? '', at);
    await station.reopen();
    station.rules({ blockedPerson: { level: 'stop' } });
    const { items } = station.cases.page({ text: '', show: 'all' }, 0, 10);
    expect(new Map(items.map(({ id, problem }) => [id, problem?.code ?? null]))).toEqual(
      new Map(ids.map((id) => [id, id === other ? null : 'record-damaged'])),
    );
    expect(station.view(other).name).toBe('Otra');
    for (const id of ids.slice(0, -1)) expect(await codeOf(() => station.view(id))).toBe('record-damaged');

    const [held = '', free = ''] = await station.contracts('held', 'free');
    const refused = await station.signing.send({ documents: station.entries([held]), caseId: ids[2] ?? '' }).then(
      ({ batchId, faults }) => (batchId === null ? faults.map(({ problem }) => problem.code) : 'sent'),
      (thrown: unknown) => [Object(thrown).problem?.code],
    );
    expect(refused).toEqual(['record-damaged']);
    const { batchId } = await station.signing.send({ documents: station.entries([free]), caseId: other });
    await station.signing.settled(batchId ?? '');
    expect(station.states([free])).toEqual(['signed']);
    expect(station.calls()).toMatchObject([{ references: ['free'] }]);
    // What cannot be read any more can be removed, with all of it.
    await station.cases.remove(ids[0] ?? '');
    expect(await codeOf(() => station.view(ids[0] ?? ''))).toBe('case-unknown');
  });

  test('in a visit with a queued document: the document stays queued, with a reason, until no rule blocks it', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ name: 'Ana' });
    station.queue.pause();
    const ids = await station.contracts('a');
    await station.signing.send({ documents: station.entries(ids), caseId: id });
    await station.close();
    flipInRow(station, 'customer_case', id, 0.5);
    await station.reopen();
    station.rules({ blockedPerson: { level: 'stop' } });
    station.queue.resume();
    await expect.poll(() => station.states(ids), longWait).toEqual(['queued record-damaged']);
    expect(station.calls()).toEqual([]);
    station.rules({});
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed']);
  });

  test('in a record: the record is reported as damaged; its visit and the other records can be read', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ transaction: 'TX-1004' });
    const records: string[] = [];
    for (const _ of [...places, 'whole']) records.push(await station.fetch(id, 'TX-1002'));
    await station.close();
    for (const [n, at] of places.entries()) flipInRow(station, 'identity_record', records[n] ?? '', at);
    await station.reopen();
    station.rules({ approvedFace: { level: 'stop' } });
    expect(station.view(id).records.map(({ problem }) => problem?.code ?? null)).toEqual([null, ...places.map(() => 'record-damaged')]);
    expect(await codeOf(() => station.cases.record(records[0] ?? ''))).toBe('record-damaged');
    expect(station.view(id).findings).toEqual([]);
    expect(station.audit.verify()).toMatchObject({ intact: true });
  });

  test('in a picture: nothing of its damaged part is returned, and the other pictures are whole', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ transaction: 'TX-1002' });
    const record = await station.fetch(id, 'TX-1002', { images: true });
    const { files } = station.cases.record(record).kept;
    const folder = join(station.dataDir, 'sealed');
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
      const file = station.cases.recordFile(record, fileId);
      const all = read(file.read());
      const range = read(file.range(0, size - 1));
      if (broken.some((one) => one.id === fileId)) {
        await expect(all).rejects.toMatchObject({ problem: { code: 'record-damaged' } });
        await expect(range).rejects.toMatchObject({ problem: { code: 'record-damaged' } });
      } else expect([hashOf(await all), hashOf(await range)]).toEqual([sha256, sha256]);
    }
    expect(files.length).toBeGreaterThan(broken.length);
  });
});

test('next to a damaged database the files of its visits stay: a person may still need them', async () => {
  const station = withVisitActions(withSigningActions(await buildStation()));
  const id = station.visit({ transaction: 'TX-1002' });
  await station.fetch(id, 'TX-1002', { images: true });
  const files = () => readdirSync(join(station.dataDir, 'sealed')).toSorted();
  const before = files();
  expect(before).toContainEqual(expect.stringMatching(/^record\./));
  await station.reopen({}, () => writeFileSync(join(station.dataDir, 'station.sqlite'), 'no database'.repeat(1000)));
  expect(readdirSync(station.dataDir)).toContainEqual(expect.stringMatching(/^station-damaged-/));
  expect(await codeOf(() => station.view(id))).toBe('case-unknown');
  await station.reopen();
  expect(files()).toEqual(before);
});

test('key rotation re-encrypts visits, records, their files and the log, and all are readable after a restart', async () => {
  const keychain = memoryKeychain();
  const station = withVisitActions(withSigningActions(await buildStation({ keychain })));
  const id = station.visit({ transaction: 'TX-1001' });
  const record = await station.fetch(id, 'TX-1001', { images: true, documents: true, video: true });
  await station.screen(id, 'Evaristo Quiroga Beltrán', '79555001');
  const pushed = await station.push({ Uid: 'U-1', TransactionId: 'TX-1001', Extras: { Long: 'QUJD'.repeat(10_000) } });
  expect(pushed).toBe(id);
  const before = station.view(id);
  const keys = () => {
    const sql = new DatabaseSync(join(station.dataDir, 'station.sqlite'), { readOnly: true });
    const found = ['customer_case', 'identity_record', 'audit', 'screening'].map((table) =>
      sql
        .prepare(`SELECT DISTINCT key FROM ${table} WHERE key IS NOT NULL`)
        .all()
        .map(({ key }) => String(key)),
    );
    sql.close();
    return found;
  };
  const [old] = keys();
  const sealedBefore = await sealedBytes(station);

  const wholeAndRead = async () => {
    expect(station.view(id)).toEqual(before);
    const { files } = station.cases.record(record).kept;
    expect(files.length).toBeGreaterThan(8);
    for (const one of before.records)
      for (const { id: fileId, sha256 } of station.cases.record(one.id).kept.files)
        expect(hashOf(await read(station.cases.recordFile(one.id, fileId).read()))).toBe(sha256);
    expect(station.audit.verify()).toMatchObject({ intact: true });
    expect(station.audit.ofCase(id).every(({ content }) => content !== null)).toBe(true);
  };
  await station.renewKey();
  const [renewed] = keys();
  expect(renewed).toHaveLength(1);
  expect(renewed).not.toEqual(old);
  expect(keys()).toEqual([renewed, renewed, renewed, renewed]);
  await wholeAndRead();
  const sealedAfter = await sealedBytes(station);
  expect([...sealedAfter.keys()]).toEqual([...sealedBefore.keys()]);
  for (const [name, bytes] of sealedAfter) expect(bytes.equals(sealedBefore.get(name) ?? Buffer.alloc(0)), name).toBe(false);

  await station.reopen();
  await wholeAndRead();
  // With another key in place of it, nothing is: it does say so, and stays where it is.
  await station.reopen({ keychain: memoryKeychain(), vaultKey: randomBytes(32) });
  expect(station.cases.page({ text: '', show: 'all' }, 0, 10).items.map(({ problem }) => problem?.code)).toEqual(['sealed-elsewhere']);
  await station.reopen();
  await wholeAndRead();
});

async function read(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function sealedBytes({ dataDir }: VisitStation): Promise<Map<string, Buffer>> {
  const folder = join(dataDir, 'sealed');
  const names = (await readdir(folder)).sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}
