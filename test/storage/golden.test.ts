/**
 * Today's code reads the data of an installed station: files that `golden/write.ts` wrote once, under a known key. When a test here
 * fails, the change makes stored data unreadable; the files are written again only when that is on purpose.
 */
import { createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type EncryptedKind, keyId, ledgerKey, openEncryptedFiles, openMemoryDatabase } from '../support/doors/storage.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';

const golden = join(import.meta.dirname, 'golden');
const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const goldenId = 'fe2e61a9d8dec5083f83877c949a18a5';

test('the name of a key is HMAC-SHA256, and the key of a ledger HKDF-SHA256, worked out by another program', () => {
  expect(keyId(key)).toBe(goldenId);
  const salt = Buffer.from(Array.from({ length: 32 }, (_, index) => 32 + index));
  expect(ledgerKey(key, salt).toString('hex')).toBe('12b283f2390edffd915c453f6d296e80ee4d44cf3077c8eee23c7e3547902f18');
});

describe('an encrypted file of two chunks', () => {
  const content = Buffer.alloc(64 * 1024 + 1, 'golden ');
  type Row = { id: string; kind: EncryptedKind; owner: string; key: string; size: number; sha256: string };

  /** By the description: 9 bytes of header, then chunks of 64 KiB with a tag of 16 bytes each. */
  function opened(bytes: Buffer, { kind, owner, id, key: fileKey }: Row): Buffer {
    const end = 9 + 65_536 + 16;
    const pieces = [bytes.subarray(9, end), bytes.subarray(end)].map((chunk, number) => {
      // Seven bytes of zero, the number of the chunk in four, and whether it is the last.
      const nonce = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number, number === 1 ? 1 : 0]);
      const decipher = createDecipheriv('aes-256-gcm', Buffer.from(fileKey, 'hex'), nonce, { authTagLength: 16 })
        .setAAD(Buffer.concat([bytes.subarray(0, 9), Buffer.from(JSON.stringify([kind, owner, id]))]))
        .setAuthTag(chunk.subarray(-16));
      return Buffer.concat([decipher.update(chunk.subarray(0, -16)), decipher.final()]);
    });
    return Buffer.concat(pieces);
  }

  async function goldenFile() {
    const row = JSON.parse(await readFile(join(golden, 'file.json'), 'utf8')) as Row;
    const folder = join(await tempDir(), 'encrypted');
    await cp(join(golden, 'file'), folder, { recursive: true });
    const database = openMemoryDatabase();
    const insert = database.sql.prepare('INSERT INTO encrypted_file (id, kind, owner, key, size, sha256) VALUES (?, ?, ?, ?, ?, ?)');
    insert.run(row.id, row.kind, row.owner, Buffer.from(row.key, 'hex'), row.size, row.sha256);
    return { files: await openEncryptedFiles({ folder, database }), folder, row, database };
  }
  const pathOf = (folder: string, { kind, owner, id }: Pick<Row, 'kind' | 'owner' | 'id'>) =>
    join(folder, `${kind}.${owner}.${id}.encrypted`);

  test('opens as what it was, whole and in part', async () => {
    const { files, row } = await goldenFile();
    expect((await files.bytes(row)).equals(content)).toBe(true);
    expect((await buffer(files.readRange(row, 65_530, 65_536))).equals(content.subarray(65_530))).toBe(true);
  });

  test('has header, chunks, nonces and what they are bound to as described, both then and today', async () => {
    const { files, folder, row, database } = await goldenFile();
    const writer = await files.create(row.kind, row.owner);
    await writer.write(content);
    const today = await writer.finish();
    const select = database.sql.prepare('SELECT id, kind, owner, lower(hex(key)) AS key, size, sha256 FROM encrypted_file WHERE id = ?');
    for (const one of [row, select.get(today.id) as Row]) {
      const bytes = await readFile(pathOf(folder, one));
      expect(bytes.length).toBe(9 + content.length + 2 * 16);
      expect(bytes.subarray(0, 9).toString('latin1')).toBe('StSealed\u0002');
      expect(opened(bytes, one).equals(content)).toBe(true);
    }
  });
});

describe('the sent ledger', () => {
  /** By its description alone: a header of 73 bytes, then frames of length, nonce, AES-256-GCM of JSON, and tag. */
  function read(bytes: Buffer): { folder: string; entries: Record<string, unknown>[] } {
    const header = bytes.subarray(0, 73);
    expect([header.subarray(0, 9).toString('latin1'), header.subarray(9, 25).toString('hex')]).toEqual(['StLedger\u0001', goldenId]);
    const salted = Buffer.from(hkdfSync('sha256', key, header.subarray(41), 'signing-station sealed ledger 1', 32));
    const entries: Record<string, unknown>[] = [];
    for (let at = 73; at < bytes.length; ) {
      const length = bytes.subarray(at, at + 4);
      const frame = bytes.subarray(at + 4, at + 4 + length.readUInt32BE());
      const decipher = createDecipheriv('aes-256-gcm', salted, frame.subarray(0, 12), { authTagLength: 16 })
        .setAAD(Buffer.concat([header, length]))
        .setAuthTag(frame.subarray(-16));
      entries.push(JSON.parse(Buffer.concat([decipher.update(frame.subarray(12, -16)), decipher.final()]).toString()));
      at += 4 + frame.length;
    }
    return { folder: header.subarray(25, 41).toString('hex'), entries };
  }
  const documentSchema = z.object({
    id: z.string(),
    batchId: z.string(),
    key: z.string(),
    contentHash: z.string(),
    content: z.object({ salt: z.string(), document: z.record(z.string(), z.unknown()) }),
  });
  const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

  /** A document is queued and in a call, which has its result; another is queued. Each hash is computed again by its description. */
  function expectEntries({ entries: [queued, call, result, later, ...more] }: ReturnType<typeof read>): void {
    expect(more).toEqual([]);
    const [document] = z.array(documentSchema).parse(call?.documents);
    const { id, batchId, key: recognition, contentHash, content: salted } = document ?? documentSchema.parse(null);
    const { salt, document: content } = salted;
    expect(content).toMatchObject({ id, batchId, name: 'dudoso.pdf', reference: 'REF dudoso', clientInfo: 'TX-1002' });
    expect(contentHash).toBe(sha256([salt, content]));
    expect(recognition).toBe(sha256([content.account, content.sha256, content.clientInfo]));
    const { number, hash } = z.object({ number: z.number(), hash: z.string() }).parse(call?.audit);
    const beginning = ['0'.repeat(64), 1, queued?.at, 'queued', [id]];
    expect(queued).toMatchObject({ number: 1, kind: 'queued', previous: '0'.repeat(64), hash: sha256(beginning), ids: [id] });
    const first = [queued?.hash, 2, call?.at, 'call', call?.call, [number, hash, [[id, batchId, recognition, contentHash]]]];
    expect(call).toMatchObject({ number: 2, kind: 'call', previous: queued?.hash, hash: sha256(first) });
    const second = [call?.hash, 3, result?.at, 'result', call?.call, [[id, 'in-doubt']]];
    expect(result).toMatchObject({ number: 3, kind: 'result', previous: call?.hash, hash: sha256(second) });
    expect(result?.outcomes).toEqual([{ id, outcome: 'in-doubt' }]);
    expect(later).toMatchObject({ number: 4, kind: 'queued', previous: result?.hash });
  }

  test('has header, frames and hashes as described, both then and today', async () => {
    const bytes = await readFile(join(golden, 'data-folder', 'sent-ledger'));
    expectEntries(read(bytes));
    const dataDir = await tempDir();
    await writeFile(join(dataDir, 'sent-ledger'), bytes);
    // A database that knows nothing of it: the station reads it all, and writes the file again when it erases something.
    const station = await buildStation({ dataDir, vaultKey: key, provider: 'none', sending: 'manual' });
    expect(station.signing.jobs()).toMatchObject([{ name: 'dudoso.pdf', status: 'in-doubt', problem: { code: 'sent-unrecorded' } }]);
    const [{ documentId = '' } = {}] = station.signing.jobs();
    station.queue.close(documentId, 'found');
    await station.queue.forget([documentId], { erased: true });
    await station.close();
    const { folder } = read(bytes);
    await buildStation({ dataDir, vaultKey: key, provider: 'none', sending: 'manual' });
    const today = read(await readFile(join(dataDir, 'sent-ledger')));
    expect([today.folder, today.entries.map(({ kind }) => kind)]).toEqual([folder, ['queued', 'call', 'result', 'queued', 'result']]);
    expect(JSON.stringify(today.entries)).not.toContain('TX-1002');
    expect(today.entries.map(({ hash }) => hash).slice(0, 4)).toEqual(read(bytes).entries.map(({ hash }) => hash));
  });
});

test('a data folder opens with all that is in it', async () => {
  const dataDir = await tempDir();
  await cp(join(golden, 'data-folder', 'encrypted'), join(dataDir, 'encrypted'), { recursive: true });
  await cp(join(golden, 'data-folder', 'sent-ledger'), join(dataDir, 'sent-ledger'));
  for (const name of ['settings.sqlite', 'station.sqlite'])
    await writeFile(join(dataDir, name), gunzipSync(await readFile(join(golden, 'data-folder', `${name}.gz`))));
  // A day later, whenever that is: nothing of it is old enough to be removed.
  const now = () => new Date('2026-12-01T12:00:00Z');
  const station = await buildStation({ dataDir, vaultKey: key, provider: 'none', sending: 'manual', now });

  const everything = { text: '', show: 'all' } as const;
  expect(station.notices()).toEqual([]);
  expect(station.settings.settings().policy.blockedPerson.level).toBe('stop');
  expect(station.signing.jobs()).toMatchObject([
    { name: 'dudoso.pdf', reference: 'REF dudoso', clientInfo: 'TX-1002', status: 'in-doubt', problem: { code: 'no-answer' }, attempts: 1 },
    { name: 'contrato.pdf', reference: 'REF contrato', clientInfo: 'TX-1002', status: 'queued', attempts: 0 },
  ]);
  expect(station.queue.state().quarantined).toEqual([]);
  expect(station.bulk.list()).toMatchObject([{ fileName: 'lista.csv', state: 'done', counts: { clear: 1 } }]);
  const searches = await station.screening.page({ scope: 'all', text: '', outcome: 'any', from: null, to: null }, 0, 10);
  expect(searches.items).toMatchObject([{ query: { name: 'Persona Inventada' } }, { query: { name: 'Rosalba Contreras' } }]);
  const { items } = station.visits.page(everything, 0, 10);
  expect(items).toMatchObject([{ name: 'Rosalba Contreras', identification: '52123456', transaction: 'TX-1002' }]);
  const view = station.visits.open(items[0]?.id ?? '');
  expect(view.events).toContainEqual(expect.objectContaining({ detail: expect.objectContaining({ text: 'Vino con su hermana' }) }));
  expect(view.records).toMatchObject([{ name: 'ROSALBA', identification: '52123456' }]);
  expect(view.screenings).toMatchObject([{ outcome: 'clear', query: { name: 'Rosalba Contreras', identification: '52123456' } }]);
  expect(view.documents).toMatchObject([
    { name: 'dudoso.pdf', status: 'in-doubt' },
    { name: 'contrato.pdf', status: 'queued' },
  ]);
  expect(station.audit.verify()).toMatchObject({ intact: true, firstBroken: null });
  expect(station.inbox.page(everything, 0, 10).items).toMatchObject([{ uid: 'U-7' }]);
  expect(station.publishing.page(everything, 0, 10).items).toMatchObject([{ name: 'contrato.pdf', state: 'offered' }]);
  expect(station.service.users.users()).toMatchObject([{ username: 'provider' }]);
  for (const name of station.encryptedFiles.list()) {
    expect((await station.encryptedFiles.bytes(name)).subarray(0, 5).toString()).toBe('%PDF-');
  }
});
