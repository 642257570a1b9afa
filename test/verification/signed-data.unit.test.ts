/** Separating the certificates and lists of a CMS signature from its other members, next to pkijs, which decodes all of them. */
import { ContentInfo, SignedData } from 'pkijs';
import { beforeAll, describe, expect, test } from 'vitest';
import { detachedSignature, signerOfProcess, splitSignedData } from '../support/doors/verification.ts';

let cms: Buffer;
beforeAll(async () => {
  cms = Buffer.from(await detachedSignature(Buffer.from('signed'), await signerOfProcess(), new Date()));
});

const signedDataIn = (bytes: Uint8Array) => new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(bytes)).content });
const certificatesIn = (bytes: Uint8Array) => (signedDataIn(bytes).certificates ?? []).map((one) => Buffer.from(one.toSchema().toBER()));

/** Encodes a value whose end is marked, as signers that do not know the length beforehand do. */
const withoutLength = (tag: number, parts: readonly Uint8Array[]) => Buffer.concat([Buffer.of(tag, 0x80), ...parts, Buffer.alloc(2)]);

describe('a CMS signature', () => {
  test('is separated into its certificates and the rest', () => {
    const { rest, certificates, lists } = splitSignedData(cms);
    expect(certificates).not.toEqual([]);
    expect(certificates).toEqual(certificatesIn(cms));
    expect(lists).toEqual([]);
    expect(signedDataIn(rest).certificates).toBeUndefined();
    expect(signedDataIn(rest).signerInfos[0]?.signature.getValue()).toEqual(signedDataIn(cms).signerInfos[0]?.signature.getValue());
  });

  test('may have bytes after it, and lists', () => {
    const { rest } = splitSignedData(cms);
    const [certificate = Buffer.alloc(0)] = certificatesIn(cms);
    const members = membersOf(rest);
    const list = Buffer.of(0x30, 3, 2, 1, 7);
    const other = Buffer.of(0xa1, 2, 5, 0);
    const set = (tag: number, parts: readonly Uint8Array[]) => withoutLength(tag, parts);
    const split = splitSignedData(
      Buffer.concat([
        built([...members.slice(0, 3), set(0xa0, [certificate]), set(0xa1, [other, list]), ...members.slice(3)]),
        Buffer.alloc(9),
      ]),
    );
    expect(split).toEqual({ rest, certificates: [certificate], lists: [list] });
  });

  test('may mark its end in place of a length, at any level', () => {
    const [certificate = Buffer.alloc(0)] = certificatesIn(cms);
    const { rest } = splitSignedData(cms);
    const members = membersOf(rest);
    // A certificate in it has marked ends, too, and long tags.
    const inner = withoutLength(0x30, [Buffer.of(0x1f, 0x81, 0x01, 2, 0, 0)]);
    const split = splitSignedData(built([...members.slice(0, 3), withoutLength(0xa0, [certificate, inner]), ...members.slice(3)]));
    expect(split).toEqual({ rest, certificates: [certificate, inner], lists: [] });
  });

  test('that is cut at any byte, or is something else, is none', () => {
    for (let length = 0; length < cms.length; length += 1) expect(() => splitSignedData(cms.subarray(0, length)), `${length}`).toThrow();
    for (const other of [
      Buffer.of(0x30, 0),
      Buffer.of(0x30, 0x86, 255, 255, 255, 255, 255, 255),
      Buffer.of(0x30, 0x88, 0, 0, 0, 0, 0, 0, 0, 1),
    ])
      expect(() => splitSignedData(other)).toThrow();
    // Made to exhaust a reader.
    expect(() => splitSignedData(Buffer.from('3080'.repeat(100_000), 'hex'))).toThrow('too deep');
  });
});

/** Returns the members of SignedData without certificates: version, algorithms, content, signers. */
function membersOf(rest: Buffer): Buffer[] {
  const { version, digestAlgorithms, encapContentInfo, signerInfos } = signedDataIn(rest);
  const whole = new SignedData({ version, digestAlgorithms, encapContentInfo, signerInfos }).toSchema(true);
  const own = whole.valueBlock.value.map((member: { toBER(): ArrayBuffer }) => Buffer.from(member.toBER()));
  expect(splitSignedData(built(own)).rest).toEqual(rest);
  return own;
}

const contentType = Buffer.from('06092a864886f70d010702', 'hex');
const built = (members: readonly Uint8Array[]) => withoutLength(0x30, [contentType, withoutLength(0xa0, [withoutLength(0x30, members)])]);
