/**
 * What an installed station has on disk is read by today's code: files that an earlier run wrote, under a known key. How they
 * were made: `golden/write.ts`. When a test here fails, the change makes stored data unreadable; the files are written
 * again only when that is meant.
 */
import { createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { givenDataKeys } from '../support/data-keys.ts';
import { createSealer, derivedKey, keyId, openSealedFiles, rowKey, type SealedKind, type SealLabel } from '../support/doors/storage.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';

const golden = join(import.meta.dirname, 'golden');
const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const salt = Buffer.from(Array.from({ length: 32 }, (_, index) => 32 + index));
const goldenId = 'fe2e61a9d8dec5083f83877c949a18a5';

/** HKDF-SHA256 (RFC 5869) and HMAC-SHA256, worked out by another program (Python's `hmac`). */
describe('key derivation', () => {
  test.each<['rows' | 'files' | 'ledger', string, Buffer | undefined, string]>([
    ['rows', 'without a salt', undefined, 'da7c1810a3d1dfaa9120e6a2c71f026f0087ffa66a381c89aae758885ef5719c'],
    ['rows', 'with a salt', salt, '27d00b467dada2c30eb971fb1daf7ba4f68358b0b24bda84885c1e6198f9a0ed'],
    ['files', 'without a salt', undefined, '5d8a8af2b6defdc39ba07e930d1e1c437102d270522bc558e484cec8c1cb4617'],
    ['files', 'with a salt', salt, '934b7072df1465832b46dad1bd193897bc33224c8e5cac457ee04724a3076f18'],
    ['ledger', 'with a salt', salt, '12b283f2390edffd915c453f6d296e80ee4d44cf3077c8eee23c7e3547902f18'],
  ])('of %s, %s', (use, _, with_, expected) => {
    expect(derivedKey(key, use, with_).toString('hex')).toBe(expected);
    const info = `signing-station sealed ${use} 1`;
    expect(Buffer.from(hkdfSync('sha256', key, with_ ?? '', info, 32)).toString('hex')).toBe(expected);
  });

  test('of every row is that of rows without a salt', () => {
    expect(rowKey(key).export().toString('hex')).toBe('da7c1810a3d1dfaa9120e6a2c71f026f0087ffa66a381c89aae758885ef5719c');
  });

  test('names the key', () => expect(keyId(key)).toBe(goldenId));
});

describe('an encrypted value of a row', () => {
  type Row = { label: SealLabel; value: unknown; sealed: string };
  const read = async () => JSON.parse(await readFile(join(golden, 'row.json'), 'utf8')) as Row;

  test('opens as what it was', async () => {
    const { label, value, sealed } = await read();
    const sealer = createSealer(await givenDataKeys(key));
    expect(sealer.keyOf(Buffer.from(sealed, 'base64'))).toBe(goldenId);
    expect(sealer.open(label, Buffer.from(sealed, 'base64'))).toEqual(value);
  });

  test('is version, key id, nonce, tag and AES-256-GCM of the JSON, both then and today', async () => {
    const { label, value, sealed } = await read();
    const { kind, id, version, clear = [] } = label;
    const today = createSealer(await givenDataKeys(key)).seal(label, value);
    for (const bytes of [Buffer.from(sealed, 'base64'), today]) {
      expect([bytes[0], bytes.subarray(1, 17).toString('hex')]).toEqual([1, goldenId]);
      const rows = Buffer.from(hkdfSync('sha256', key, '', 'signing-station sealed rows 1', 32));
      const decipher = createDecipheriv('aes-256-gcm', rows, bytes.subarray(17, 29), { authTagLength: 16 })
        .setAAD(Buffer.from(JSON.stringify(['row', 1, goldenId, kind, id, version, ...clear])))
        .setAuthTag(bytes.subarray(29, 45));
      const plain = Buffer.concat([decipher.update(bytes.subarray(45)), decipher.final()]);
      expect(JSON.parse(plain.toString())).toEqual(value);
    }
  });
});

describe('an encrypted file of two chunks', () => {
  const content = Buffer.alloc(64 * 1024 + 1, 'golden ');

  /** The parts of a file by its description: a header of 57 bytes, then chunks of 64 KiB with a tag of 16 bytes each. */
  function parts(bytes: Buffer) {
    const end = 57 + 65_536 + 16;
    return {
      magic: bytes.subarray(0, 9),
      id: bytes.subarray(9, 25),
      salt: bytes.subarray(25, 57),
      chunks: [bytes.subarray(57, end), bytes.subarray(end)],
    };
  }

  function opened(bytes: Buffer, boundTo: string): Buffer {
    const { salt: ofFile, chunks } = parts(bytes);
    const fileKey = Buffer.from(hkdfSync('sha256', key, ofFile, 'signing-station sealed files 1', 32));
    const pieces = chunks.map((chunk, number) => {
      // Seven bytes of zero, the number of the chunk in four, and whether it is the last.
      const nonce = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number, number === 1 ? 1 : 0]);
      const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: 16 })
        .setAAD(Buffer.concat([bytes.subarray(0, 57), Buffer.from(boundTo)]))
        .setAuthTag(chunk.subarray(-16));
      return Buffer.concat([decipher.update(chunk.subarray(0, -16)), decipher.final()]);
    });
    return Buffer.concat(pieces);
  }

  async function goldenFile() {
    const [fileName = ''] = await readdir(join(golden, 'file'));
    const [kind = '', owner = '', id = ''] = fileName.split('.');
    const folder = join(await tempDir(), 'sealed');
    await cp(join(golden, 'file'), folder, { recursive: true });
    const files = await openSealedFiles({ folder, keys: await givenDataKeys(key) });
    return { files, folder, path: join(folder, fileName), name: { kind: kind as SealedKind, owner, id } };
  }

  test('opens as what it was, whole and in part', async () => {
    const { files, name } = await goldenFile();
    expect(await files.list()).toEqual([name]);
    expect((await files.bytes(name)).equals(content)).toBe(true);
    const part: Buffer[] = [];
    for await (const piece of files.readRange(name, 65_530, 65_536)) part.push(piece);
    expect(Buffer.concat(part).equals(content.subarray(65_530))).toBe(true);
  });

  test('has header, chunks, nonces and what they are bound to as described, both then and today', async () => {
    const { files, folder, path, name } = await goldenFile();
    const writer = await files.create(name.kind, name.owner);
    await writer.write(content);
    const today = await writer.finish();
    for (const [at, { kind, owner, id }] of [
      [path, name],
      [join(folder, `${today.kind}.${today.owner}.${today.id}.sealed`), today],
    ] as const) {
      const bytes = await readFile(at);
      expect(bytes.length).toBe(57 + content.length + 2 * 16);
      expect([parts(bytes).magic.toString('latin1'), parts(bytes).id.toString('hex')]).toEqual(['StSealed\u0001', goldenId]);
      expect(opened(bytes, JSON.stringify([kind, owner, id])).equals(content)).toBe(true);
    }
  });
});

describe('the sent ledger', () => {
  /** By its description alone: a header of 73 bytes, then frames of length, nonce, AES-256-GCM of JSON, and tag. */
  function read(bytes: Buffer): { folder: string; entries: Record<string, unknown>[] } {
    const header = bytes.subarray(0, 73);
    expect([header.subarray(0, 9).toString('latin1'), header.subarray(9, 25).toString('hex')]).toEqual(['StLedger\u0001', goldenId]);
    const ledgerKey = Buffer.from(hkdfSync('sha256', key, header.subarray(41), 'signing-station sealed ledger 1', 32));
    const entries: Record<string, unknown>[] = [];
    for (let at = 73; at < bytes.length; ) {
      const length = bytes.subarray(at, at + 4);
      const frame = bytes.subarray(at + 4, at + 4 + length.readUInt32BE());
      const decipher = createDecipheriv('aes-256-gcm', ledgerKey, frame.subarray(0, 12), { authTagLength: 16 })
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

  /** One call of one document, and its result; each hash is computed again by its description. */
  function expectCall({ entries: [call, result, ...more] }: ReturnType<typeof read>): void {
    expect(more).toEqual([]);
    const [document] = z.array(documentSchema).parse(call?.documents);
    const { id, batchId, key: recognition, contentHash, content: salted } = document ?? documentSchema.parse(null);
    const { salt, document: content } = salted;
    expect(content).toMatchObject({ id, batchId, name: 'dudoso.pdf', reference: 'REF dudoso', clientInfo: 'TX-1002' });
    expect(contentHash).toBe(sha256([salt, content]));
    expect(recognition).toBe(sha256([content.account, content.sha256, content.clientInfo]));
    const { number, hash } = z.object({ number: z.number(), hash: z.string() }).parse(call?.audit);
    const first = ['0'.repeat(64), 1, call?.at, 'call', call?.call, [number, hash, [[id, batchId, recognition, contentHash]]]];
    expect(call).toMatchObject({ number: 1, kind: 'call', previous: '0'.repeat(64), hash: sha256(first) });
    const second = [call?.hash, 2, result?.at, 'result', call?.call, [[id, 'in-doubt']]];
    expect(result).toMatchObject({ number: 2, kind: 'result', previous: call?.hash, hash: sha256(second) });
    expect(result?.outcomes).toEqual([{ id, outcome: 'in-doubt' }]);
  }

  test('has header, frames and hashes as described, both then and today', async () => {
    const bytes = await readFile(join(golden, 'data-folder', 'sent-ledger'));
    expectCall(read(bytes));
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
    expect([today.folder, today.entries.map(({ kind }) => kind)]).toEqual([folder, ['call', 'result', 'result']]);
    expect(JSON.stringify(today.entries)).not.toContain('TX-1002');
    expect(today.entries.map(({ hash }) => hash).slice(0, 2)).toEqual(read(bytes).entries.map(({ hash }) => hash));
  });
});

test('a data folder opens with all that is in it', async () => {
  const dataDir = await tempDir();
  await cp(join(golden, 'data-folder', 'sealed'), join(dataDir, 'sealed'), { recursive: true });
  await cp(join(golden, 'data-folder', 'sent-ledger'), join(dataDir, 'sent-ledger'));
  await writeFile(join(dataDir, 'station.sqlite'), gunzipSync(await readFile(join(golden, 'data-folder', 'station.sqlite.gz'))));
  // A day later, whenever that is: nothing of it is old enough to be removed.
  const now = () => new Date('2026-11-23T12:00:00Z');
  const station = await buildStation({ dataDir, vaultKey: key, provider: 'none', sending: 'manual', now });

  const everything = { text: '', show: 'all' } as const;
  expect(station.notices()).toEqual([]);
  expect(station.settings.settings().policy.blockedPerson.level).toBe('stop');
  expect(station.signing.jobs()).toMatchObject([
    { name: 'dudoso.pdf', reference: 'REF dudoso', clientInfo: 'TX-1002', status: 'in-doubt', problem: { code: 'no-answer' }, attempts: 1 },
    { name: 'contrato.pdf', reference: 'REF contrato', clientInfo: 'TX-1002', status: 'queued', attempts: 0 },
  ]);
  expect(station.queue.state().quarantined).toEqual([]);
  expect(station.mass.list()).toMatchObject([{ fileName: 'lista.csv', state: 'done', counts: { clear: 1 } }]);
  const searches = await station.screening.page({ scope: 'all', text: '', outcome: 'any', from: null, to: null }, 0, 10);
  expect(searches.items).toMatchObject([{ query: { name: 'Persona Inventada' } }, { query: { name: 'Rosalba Contreras' } }]);
  const { items } = station.cases.page(everything, 0, 10);
  expect(items).toMatchObject([{ name: 'Rosalba Contreras', identification: '52123456', transaction: 'TX-1002' }]);
  const view = station.cases.open(items[0]?.id ?? '');
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
  for (const name of await station.sealedFiles.list()) {
    expect((await station.sealedFiles.bytes(name)).subarray(0, 5).toString()).toBe('%PDF-');
  }
});
