/** A real picture or video in base64, enlarged by fillings that every reader skips. */
import { type AssetName, asset } from '../assets.ts';
import { type LongText, longText } from '../json-body.ts';

/** Bytes of a filling; a multiple of three, so that its base64 is the same at every position. */
const fillingSize = 48 * 1024;

/** @param fillings of 64 KiB of base64 each */
export function padded(name: AssetName, fillings: number): LongText {
  const { before, filling, after } = name.endsWith('.webm') ? ofVideo(asset(name)) : ofPicture(asset(name));
  const [first, each, last] = [base64(before), base64(filling), base64(after)];
  return longText(first.length + fillings * each.length + last.length, function* () {
    yield first;
    for (let count = 0; count < fillings; count++) yield each;
    yield last;
  });
}

/** Comment segments right after the start of a JPEG (ITU-T T.81, B.2.4.5); an empty one, so that six bytes precede them. */
function ofPicture(bytes: Buffer) {
  const filling = Buffer.alloc(fillingSize);
  filling.writeUInt16BE(0xfffe, 0);
  filling.writeUInt16BE(fillingSize - 2, 2);
  return { before: Buffer.concat([bytes.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 2])]), filling, after: bytes.subarray(2) };
}

/** Void elements after the end of a WebM (RFC 8794, 11.3.2); a small one, so that a multiple of three bytes precedes them. */
function ofVideo(bytes: Buffer) {
  const lacking = (3 - ((bytes.length + 2) % 3)) % 3;
  const filling = Buffer.alloc(fillingSize);
  filling.writeUInt8(0xec, 0);
  filling.writeBigUInt64BE((1n << 56n) | BigInt(fillingSize - 9), 1);
  return { before: Buffer.concat([bytes, Buffer.from([0xec, 0x80 | lacking]), Buffer.alloc(lacking)]), filling, after: Buffer.alloc(0) };
}

const base64 = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('base64'), 'latin1');
