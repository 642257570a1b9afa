/**
 * What a station does with the bytes of a document, by plain calls of Node and nothing else: no queue, no database, no check of the answer, no
 * other thread. Process: `FOLDER PORT WARM COUNT`, as `signing-station.ts`. It reads and hashes each paper, encrypts it into a file, sends it,
 * decodes, hashes and encrypts the answer, and decrypts that into the delivered file. Prints the milliseconds of processor time a document.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { Pool } from 'undici';

type Answer = { signedDocuments: { referenceNumber: string; signedDocument: string }[] };

const [folder = '', port = '', warm = '0', count = '0'] = process.argv.slice(2);
const [perCall, callsAtOnce] = [10, 4];
const [cipher, chunk, tagBytes, ivBytes] = ['aes-256-gcm', 64 * 1024, 16, 12] as const;
const key = randomBytes(32);
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: callsAtOnce });
const out = mkdtempSync(join(folder, 'bare-'));

function writeSynced(name: string, pieces: Iterable<Buffer>): void {
  const file = openSync(join(out, name), 'w');
  for (const piece of pieces) writeSync(file, piece);
  fsyncSync(file);
  closeSync(file);
}

function* encrypted(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunk) {
    const iv = randomBytes(ivBytes);
    const one = createCipheriv(cipher, key, iv);
    yield iv;
    yield one.update(bytes.subarray(at, at + chunk));
    one.final();
    yield one.getAuthTag();
  }
}

function* decrypted(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += ivBytes + chunk + tagBytes) {
    const piece = bytes.subarray(at, at + ivBytes + chunk + tagBytes);
    const one = createDecipheriv(cipher, key, piece.subarray(0, ivBytes));
    one.setAuthTag(piece.subarray(-tagBytes));
    yield one.update(piece.subarray(ivBytes, -tagBytes));
    one.final();
  }
}

function formOf(references: readonly string[], boundary: string): Buffer[] {
  const part = (name: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const parts = references.flatMap((reference, at) => {
    const bytes = readFileSync(join(folder, `${reference}.pdf`));
    hash('sha256', bytes);
    writeSynced(`${reference}.original`, encrypted(bytes));
    const pair = `documentPairs[${at}]`;
    const file = part(`${pair}.document`, `; filename="${reference}.pdf"\r\nContent-Type: application/pdf`);
    return [Buffer.from(`${part(`${pair}.referenceNumber`)}${reference}\r\n${file}`), bytes, Buffer.from('\r\n')];
  });
  return [...parts, Buffer.from(`--${boundary}--\r\n`)];
}

async function sign(references: readonly string[]): Promise<void> {
  const boundary = `bare-${randomBytes(12).toString('hex')}`;
  const parts = formOf(references, boundary);
  const length = parts.reduce((sum, { length: bytes }) => sum + bytes, 0);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(length) };
  const pieces = async function* () {
    yield* parts;
  };
  const { body } = await pool.request({ method: 'POST', path: '/sign-documents', headers, body: pieces() as never });
  const { signedDocuments } = (await body.json()) as Answer;
  for (const { referenceNumber, signedDocument } of signedDocuments) {
    const bytes = Buffer.from(signedDocument, 'base64');
    hash('sha256', bytes);
    writeSynced(`${referenceNumber}.signed`, encrypted(bytes));
    writeSynced(`${referenceNumber}.pdf`, decrypted(readFileSync(join(out, `${referenceNumber}.signed`))));
  }
}

async function signAll(references: readonly string[]): Promise<void> {
  const limit = pLimit(callsAtOnce);
  const calls = Array.from({ length: references.length / perCall }, (_, call) => references.slice(call * perCall, (call + 1) * perCall));
  await Promise.all(calls.map((call) => limit(() => sign(call))));
}

const all = readdirSync(folder)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => name.slice(0, -'.pdf'.length))
  .sort();
await signAll(all.slice(0, Number(warm)));
const before = process.cpuUsage();
await signAll(all.slice(Number(warm), Number(warm) + Number(count)));
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000 / Number(count));
await pool.close();
rmSync(out, { recursive: true });
