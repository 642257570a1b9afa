/** One signature of a file: what it covers, and whether it is of those bytes. Signed by a certificate made here. */
import { fromBER, OctetString } from 'asn1js';
import { ContentInfo, EncapsulatedContentInfo, SignedData } from 'pkijs';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkSignature, detachedSignature, signerOfProcess } from '../support/doors/verification.ts';

const before = Buffer.from('%PDF-1.7 what comes before the value /Contents ');
const after = Buffer.from(' /Type /Sig >> and what comes after it %%EOF');
/** Hexadecimal digits that the value has room for. */
const room = 8192;
const byteRange = [0, before.length, before.length + room + 2, after.length];
const subFilter = 'adbe.pkcs7.detached';

let signer: Awaited<ReturnType<typeof signerOfProcess>>;
let cms: Buffer;
beforeAll(async () => {
  signer = await signerOfProcess();
  cms = Buffer.from(await detachedSignature(new Uint8Array([...before, ...after]), signer, new Date()));
});

const fileOf = (value: Uint8Array, [first, last]: readonly [Uint8Array, Uint8Array] = [before, after]) =>
  Buffer.concat([first, Buffer.from(`<${Buffer.from(value).toString('hex').padEnd(room, '0')}>`), last]);
const check = (file: Uint8Array, more: Partial<Parameters<typeof checkSignature>[1]> = {}) => {
  const { integrity, coverage } = checkSignature(file, { byteRange, subFilter, ...more });
  return { integrity, coverage };
};

describe('a signature', () => {
  test('of the whole file is valid', async () => {
    expect(check(fileOf(cms))).toEqual({ integrity: 'valid', coverage: 'whole-file' });
  });

  test('stays valid when something is added after it, and covers it no more', async () => {
    expect(check(Buffer.concat([fileOf(cms), Buffer.from('\nupdate')]))).toEqual({ integrity: 'valid', coverage: 'partial' });
  });

  test.each([0, before.length - 1])('is broken when byte %i before its value changes', async (at) => {
    const changed = Buffer.from(before);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(check(fileOf(cms, [changed, after]))).toEqual({ integrity: 'broken', coverage: 'whole-file' });
  });

  test('is broken when the last byte changes', async () => {
    const changed = Buffer.from(after);
    changed[after.length - 1] = 0x20;
    expect(check(fileOf(cms, [before, changed])).integrity).toBe('broken');
  });

  test('is broken when its own value changes', async () => {
    const changed = Buffer.from(cms);
    // The signature is the last thing in it.
    changed[cms.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(check(fileOf(changed)).integrity).toBe('broken');
  });

  test('is broken when it is of bytes that the file does not have', async () => {
    const longer = new Uint8Array([...before, ...after, 0]);
    const value = await detachedSignature(longer, signer, new Date());
    const past = [...byteRange.slice(0, 3), after.length + 1];
    expect(check(fileOf(value, [before, Buffer.concat([after, Buffer.alloc(1)])]), { byteRange: past }).integrity).toBe('valid');
    expect(check(fileOf(value), { byteRange: past }).integrity).toBe('broken');
  });

  test.each([
    ['leaves out more than its value', () => [0, before.length - 4, before.length + room + 2, after.length]],
    ['leaves out less', () => [0, before.length + 1, before.length + room + 1, after.length + 1]],
    ['says that it begins later, and is the same otherwise', () => [1, ...byteRange.slice(1)]],
    ['begins later', () => [1, before.length - 1, before.length + room + 2, after.length]],
    ['ends past the file', () => [0, before.length, before.length + room + 2, after.length + 1]],
    ['goes backwards', () => [0, before.length + room + 2, before.length, after.length]],
    ['has three numbers', () => [0, before.length, before.length + room + 2]],
    ['has something else than numbers', () => [0, before.length, Number.NaN, after.length]],
    ['is empty', () => [0, 0, 0, 0]],
  ])('is broken when its byte range %s', async (_, range) => {
    expect(check(fileOf(cms), { byteRange: range() })).toEqual({ integrity: 'broken', coverage: 'partial' });
  });

  test.each([
    ['zeros', Buffer.alloc(64)],
    ['no CMS', Buffer.from('04024142', 'hex')],
    ['cut off', Buffer.from('30820400060a', 'hex')],
  ])('with the value %s cannot be read', async (_, value) => {
    expect(check(fileOf(value))).toEqual({ integrity: 'unreadable', coverage: 'whole-file' });
  });

  test('of other bytes, that carries them with it, is broken', async () => {
    const other = new Uint8Array(Buffer.from('what was really signed'));
    const content = new ContentInfo({ schema: fromBER(await detachedSignature(other, signer, new Date())).result });
    const signed = new SignedData({ schema: content.content });
    signed.encapContentInfo = new EncapsulatedContentInfo({
      eContentType: '1.2.840.113549.1.7.1',
      eContent: new OctetString({ valueHex: other.buffer }),
    });
    const value = new Uint8Array(
      new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) }).toSchema().toBER(),
    );
    // Of itself it is sound, so a library that looks only inside finds nothing wrong.
    expect(await signed.verify({ signer: 0, checkChain: false })).toBe(true);
    expect(check(fileOf(value)).integrity).toBe('broken');
  });
});
