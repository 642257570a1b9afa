/** Pictures, video and documents of a record on their way to encrypted files, on a real disk. */
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { cut } from '../support/cut.ts';
import { StationError } from '../support/doors/errors.ts';
import { readRecordAnswer } from '../support/doors/provider.ts';
import { mediaType, openRecordFiles, readPush } from '../support/doors/records.ts';
import type { EncryptedFiles } from '../support/doors/storage.ts';
import { sha256 } from '../support/sha256.ts';
import { place } from '../support/storage/encrypted-place.ts';

const recordId = '5a0c2f3e-6c1b-4c8e-9a51-6a3f2b7d9e10';

async function receive(files: EncryptedFiles, record: object | string) {
  const store = openRecordFiles(files, recordId);
  const { texts } = await readRecordAnswer(cut(typeof record === 'string' ? record : JSON.stringify(record), [1009]), store);
  return { store, found: await store.finish(texts) };
}
const content = (files: EncryptedFiles, id: string) => files.bytes({ kind: 'record', owner: recordId, id });

/** Beginnings of files, filled up to a length that is taken for one. */
const filled = (head: string, size = 3000) => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(size, 0xa5)]);
const heads: [mime: string | null, head: string][] = [
  ['image/jpeg', '\xff\xd8\xff\xe0\x00\x10JFIF'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/webp', 'RIFF\x10\x00\x00\x00WEBPVP8 '],
  ['image/gif', 'GIF89a'],
  ['video/mp4', '\x00\x00\x00\x18ftypisom'],
  ['video/mp4', '\x00\x00\x00\x18ftypmp42'],
  ['video/webm', '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm'],
  ['application/pdf', '%PDF-1.7\n'],
  ['application/pdf', '\r\n\r\n%PDF-1.7\n'],
  [null, 'RIFF\x10\x00\x00\x00WAVEfmt '],
  ['video/quicktime', '\x00\x00\x00\x14ftypqt  '],
  ['video/3gpp', '\x00\x00\x00\x18ftyp3gp5'],
  ['image/heic', '\x00\x00\x00\x18ftypheic'],
  ['image/heic', '\x00\x00\x00\x18ftypmif1'],
  ['image/avif', '\x00\x00\x00\x18ftypavif'],
  ['image/tiff', 'MM\x00*\x00\x00\x00\x08'],
  ['image/bmp', 'BM\x36\x10\x00\x00\x00\x00\x00\x00'],
  ['image/jp2', '\x00\x00\x00\x0cjP  \r\n\x87\n'],
  ['image/j2c', '\xff\x4f\xff\x51'],
  [null, '\x00\x00\x00\x18ftypM4A '],
  [null, 'BM is no picture'],
  [null, '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x88matroska'],
  ['image/tiff', 'II*\x00'],
];

describe('what a file is', () => {
  it.each(heads)('%s: %j', (mime, head) => expect(mediaType(filled(head))).toBe(mime));
  it('nothing, of nothing', () => expect(mediaType(new Uint8Array())).toBeNull());
});

describe('received files', () => {
  it('each picture and document becomes an encrypted file, and nothing else is left', async () => {
    const { files } = await place();
    const bytes = heads.map(([, head]) => filled(head));
    const { found } = await receive(files, {
      Images: bytes.map((one, at) => ({ Id: at, Image: at % 2 ? one.toString('base64url') : one.toString('base64') })),
      SignedDocuments: [{ Document: `data:application/pdf;base64,${filled('%PDF-1.7', 200_000).toString('base64')}` }],
    });
    expect(found.map(({ path, mime, decoded, size, sha256: sum }) => ({ path, mime, decoded, size, sum }))).toEqual([
      ...bytes.map((one, at) => ({
        path: ['Images', at, 'Image'],
        mime: heads[at]?.[0],
        decoded: true,
        size: one.length,
        sum: sha256(one),
      })),
      {
        path: ['SignedDocuments', 0, 'Document'],
        mime: 'application/pdf',
        decoded: true,
        size: 200_008,
        sum: sha256(filled('%PDF-1.7', 200_000)),
      },
    ]);
    for (const [at, one] of bytes.entries()) expect((await content(files, found[at]?.id ?? '')).equals(one)).toBe(true);
    expect((await files.list()).map(({ kind, owner, id }) => `${kind} ${owner} ${id}`).toSorted()).toEqual(
      found.map(({ id }) => `record ${recordId} ${id}`).toSorted(),
    );
  });

  it('a text that is no base64 stays in the record', async () => {
    const { files } = await place();
    const words = 'Ñandú, no es base64. '.repeat(100);
    const letters = 'ABCD'.repeat(5000);
    const picture = filled('\x89PNG\r\n\x1a\n', 20_000).toString('base64');
    const { found } = await receive(files, {
      Images: [{ Image: words }, { Image: '='.repeat(100) }, { Image: letters }],
      BarcodeText: letters,
      Parameters: { Selfie: picture },
    });
    expect(found).toMatchObject([
      { path: ['Images', 0, 'Image'], decoded: false, mime: null, size: Buffer.byteLength(words), sha256: sha256(Buffer.from(words)) },
      { path: ['Images', 1, 'Image'], decoded: false, size: 100 },
      { path: ['Images', 2, 'Image'], decoded: true, mime: null, size: 15_000 },
      // Letters that pass for base64 where the description promises none.
      { path: ['BarcodeText'], decoded: false, size: 20_000 },
      { path: ['Parameters', 'Selfie'], decoded: true, mime: 'image/png' },
    ]);
    expect((await content(files, found[0]?.id ?? '')).toString()).toBe(words);
    expect((await content(files, found[3]?.id ?? '')).toString()).toBe(letters);
    expect(await files.list()).toHaveLength(5);
  });

  it('a character split between two pieces is whole in the file', async () => {
    const { files } = await place();
    const { found } = await receive(files, `{"SignedDocuments":"x${'\\ud83d\\ude00'.repeat(9000)}"}`);
    expect((await content(files, found[0]?.id ?? '')).toString()).toBe(`x${'😀'.repeat(9000)}`);
  });

  it('of a member that comes twice both are stored, in their order', async () => {
    const { files } = await place();
    const [one, two] = [filled('GIF89a', 100), filled('GIF87a', 200)];
    const image = (bytes: Buffer) => `"Images":[{"Image":"${bytes.toString('base64')}"}]`;
    const { found } = await receive(files, `{${image(one)},${image(two)}}`);
    const path = ['Images', 0, 'Image'];
    expect(found).toMatchObject([one, two].map((bytes) => ({ path, sha256: sha256(bytes) })));
    expect(await files.list()).toHaveLength(2);
  });

  it('discarding leaves nothing, before and after the end', async () => {
    const { files, folder } = await place();
    const record = { SignedDocuments: [filled('%PDF-1.7').toString('base64')] };
    const half = openRecordFiles(files, recordId);
    await (await half.open()).write('abc');
    await half.discard();
    const { store } = await receive(files, record);
    expect(await readdir(folder)).toHaveLength(1);
    await store.discard();
    await store.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it('a failing disk leaves nothing', async () => {
    const { files, folder } = await place();
    let made = 0;
    const full: EncryptedFiles = {
      ...files,
      async encrypt(...content) {
        if (++made === 2) throw new StationError('disk-full');
        return files.encrypt(...content);
      },
    };
    const text = filled('%PDF-1.7').toString('base64');
    await expect(receive(full, { SignedDocuments: [text, text] })).rejects.toMatchObject({ problem: { code: 'disk-full' } });
    expect(made).toBe(2);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a pushed record', () => {
  const push = (body: string | Buffer) => {
    try {
      return readPush(Buffer.from(body));
    } catch (error) {
      if (!(error instanceof StationError)) throw error;
      return error.problem.code;
    }
  };
  /** Long enough for a file, and no member of a record. */
  const other = `"Other":"${'A'.repeat(20_000)}"`;
  const document = `"SignedDocuments":["${'A'.repeat(2000)}"]`;

  it.each(['"Uid":null', '"IdNumber":12345678901234567890', '"Response_ANI":{}'])('with %s is accepted', (member) => {
    expect(push(`{${document},${member}}`)).toMatchObject({ json: `{"SignedDocuments":[null],${member}}`, files: [{ size: 1500 }] });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'grant_type=password'],
    ['a list of records', `[{"Uid":"u",${document}}]`],
    ['an empty object', '{}'],
    ['another object', `{"uid":"u","Documents":{"Uid":"u"},${other}}`],
    ['cut off', `{"Uid":"u",${document}`],
    ['cut off within a text', '{"Uid":"u","SignedDocuments":["AAAA'],
    ['a long text with a control character', `{"Uid":"u","SignedDocuments":["${'A'.repeat(2000)}\u0001"]}`.replace('\\u0001', '\u0001')],
    ['what an object inherits', `{"__proto__":{"Uid":"u"},"toString":1,${other}}`],
  ])('%s is refused', (_, body) => {
    expect(push(body)).toBe('record-not-as-described');
  });

  it('has the same files as one that is fetched, however its base64 is written', async () => {
    const { files } = await place();
    const [picture, letters] = [filled('\xff\xd8\xff', 3001), 'ABCD'.repeat(5000)];
    const [base64, url] = [picture.toString('base64'), picture.toString('base64url')];
    const lines = base64.replaceAll(/.{76}/g, '$&\r\n');
    const texts = [
      base64,
      url,
      lines,
      `data:image/jpeg;base64,${base64}`,
      base64.replaceAll('/', '\\/'),
      'Ñandú '.repeat(20),
      '='.repeat(100),
      letters,
    ];
    const json = `{"Images":${JSON.stringify(texts.map((Image) => ({ Image }))).replaceAll('\\\\/', '\\/')},"BarcodeText":"${letters}"}`;
    const { found } = await receive(files, json);
    const read = push(json);
    const withoutIds = (all: readonly object[]) => all.map((file) => ({ ...file, id: '', bytes: null }));
    expect(withoutIds(typeof read === 'string' ? [] : read.files)).toEqual(withoutIds(found));
    expect(found.map(({ decoded }) => decoded)).toEqual([true, true, true, true, true, false, false, true, false]);
  });

  it('that is too large is refused', () => {
    const many = Array.from({ length: 1001 }, () => 'A'.repeat(1000));
    expect(push(JSON.stringify({ SignedDocuments: many }))).toBe('record-too-large');
    expect(push(JSON.stringify({ Uid: 'u', Nota: Array(900).fill('é'.repeat(10_000)) }))).toBe('record-too-large');
  });
});
