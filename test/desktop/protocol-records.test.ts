/** The files of records over the application's protocol: from encrypted files, by range, never as anything that they are not. */
import { randomBytes } from 'node:crypto';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy, createAppHandler } from '../support/doors/desktop.ts';
import type { EncryptedFile } from '../support/doors/storage.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { onDisk, type Place, place, put } from '../support/storage/encrypted-place.ts';
import { sharedTempDir } from '../support/temp-dir.ts';

const picture = randomBytes(200_000);
const video = randomBytes(2_500_000);
const dataDir = sharedTempDir();
let at: Place;
let encrypted: Record<'picture' | 'video' | 'lost', EncryptedFile>;
/** What was read of the encrypted files, in bytes. */
let read = 0;
let handler: (request: Request) => Promise<Response>;
const unknown = (): never => {
  throw new Error('unknown');
};

beforeAll(async () => {
  at = await place({ dataDir, database: 'in memory' });
  const putVideo = () => put(at.files, video, 'record');
  encrypted = { picture: await put(at.files, picture, 'record'), video: await putVideo(), lost: await putVideo() };
  const known = new Map<string, { file: EncryptedFile; mime: string | null }>([
    ['photo', { file: encrypted.picture, mime: 'image/jpeg' }],
    ['video', { file: encrypted.video, mime: 'video/mp4' }],
    ['lost', { file: encrypted.lost, mime: 'video/mp4' }],
    ['contract', { file: encrypted.picture, mime: 'application/pdf' }],
    ['unknown-kind', { file: encrypted.picture, mime: null }],
    ['page', { file: encrypted.picture, mime: 'text/html' }],
    ['drawing', { file: encrypted.picture, mime: 'image/svg+xml' }],
    ['empty', { file: await put(at.files, '', 'record'), mime: null }],
  ]);
  handler = createAppHandler(
    new Map(),
    async () => ({
      document: unknown,
      returned: unknown,
      testDocument: unknown,
      record: (recordId, fileId) => {
        const { file, mime } = (recordId === 'known one' && known.get(fileId)) || unknown();
        const range = async function* (start: number, end: number) {
          for await (const piece of at.files.readRange(file, start, end)) {
            read += piece.length;
            yield piece;
          }
        };
        return { size: file.size, mime, range };
      },
    }),
    () => ({ language: 'es', theme: 'system' }),
  );
});

const ask = (file: string, init?: RequestInit) => handler(new Request(`app://station/records/known%20one/${file}`, init));
const range = (value: string) => ({ headers: { Range: value } });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a picture is served whole, with its type and every security header', async () => {
  const response = await ask('photo');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(response.headers.get('content-length')).toBe('200000');
  expect(response.headers.get('accept-ranges')).toBe('bytes');
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
  expect((await bytesOf(response)).equals(picture)).toBe(true);
});

test('any range of a document is its slice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(picture.length - 1), fc.nat(picture.length - 1), async (one, two) => {
      const [start, end] = [Math.min(one, two), Math.max(one, two)];
      const response = await ask('contract', range(`bytes=${start}-${end}`));
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/200000`);
      expect((await bytesOf(response)).equals(picture.subarray(start, end + 1))).toBe(true);
    }),
    { numRuns: runs(30) },
  );
});

// A player outside http takes what an answer has, from its beginning on, for the whole video.
test.each([0, 1_200_000])('a video is served to its end from byte %i on', async (start) => {
  const response = await ask('video', range(`bytes=${start}-`));
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(`bytes ${start}-${video.length - 1}/${video.length}`);
  expect(response.headers.get('content-length')).toBe(String(video.length - start));
  expect((await bytesOf(response)).equals(video.subarray(start))).toBe(true);
});

test('no more is decrypted than the page reads', async () => {
  read = 0;
  const reader = (await ask('video', range('bytes=0-'))).body?.getReader();
  for (let n = 0; n < 3; n += 1) await reader?.read();
  await reader?.cancel();
  expect(read).toBe(3 * 64 * 1024);
});

test.each(['bytes=200000-', 'bytes=-0'])('%s cannot be satisfied', async (header) => {
  const response = await ask('photo', range(header));
  expect(response.status).toBe(416);
  expect(response.headers.get('content-range')).toBe('bytes */200000');
});

test.each(['unknown-kind', 'page', 'drawing'])('%s is served as a download, not for display', async (file) => {
  const response = await ask(file);
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(response.headers.get('content-disposition')).toBe('attachment');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  await response.body?.cancel();
});

test('HEAD returns the headers alone, and an empty file is empty', async () => {
  const head = await ask('photo', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '200000', null]);
  const empty = await ask('empty');
  expect([empty.status, empty.headers.get('content-length'), await empty.text()]).toEqual([200, '0', '']);
});

test.each([
  '/records/known%20one',
  '/records/known%20one/',
  '/records/known%20one/other',
  '/records/other/photo',
  '/records/known%20one/photo/',
  '/records/known%20one/%ff',
  '/records//photo',
  '/documents/known%20one/photo',
  '/records/known%20one/..%2fphoto',
])('%s is not found', async (path) => {
  expect((await handler(new Request(`app://station${path}`))).status).toBe(404);
});

describe('a damaged file', () => {
  test('ends the answer at the damage', async () => {
    const path = join(at.folder, onDisk(encrypted.picture));
    const whole = await readFile(path);
    const flipped = Buffer.from(whole);
    flipped[100_000] = (flipped[100_000] ?? 0) ^ 1;
    await writeFile(path, flipped);
    const response = await ask('photo');
    expect(response.status).toBe(200);
    const got: Uint8Array[] = [];
    const reading = (async () => {
      for await (const piece of response.body ?? []) got.push(piece);
    })();
    await expect(reading).rejects.toThrow();
    expect(Buffer.concat(got).equals(picture.subarray(0, 64 * 1024))).toBe(true);
    expect((await ask('photo', range('bytes=70000-70009'))).status).toBe(410);
    await writeFile(path, whole);
    expect(await bytesOf(await ask('photo', range('bytes=70000-70009')))).toEqual(picture.subarray(70_000, 70_010));
  });

  test('that is truncated or missing is refused', async () => {
    await truncate(join(at.folder, onDisk(encrypted.lost)), 1_000_000);
    expect((await ask('lost', range('bytes=0-'))).status).toBe(410);
    await at.files.remove(encrypted.lost);
    expect((await ask('lost')).status).toBe(410);
  });
});
