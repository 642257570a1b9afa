/** Alters files byte by byte, at random. `pick` returns an integer from 0 up to below its argument. */

type Alteration = (file: Buffer, pick: (below: number) => number) => Buffer;
const around = (file: Buffer, at: number, length: number, between: Buffer) =>
  Buffer.concat([file.subarray(0, at), between, file.subarray(at + length)]);
export const alterations: Record<string, Alteration> = {
  'a bit flipped': (file, pick) => {
    const altered = Buffer.from(file);
    const at = pick(file.length);
    altered[at] = (altered[at] ?? 0) ^ (1 << pick(8));
    return altered;
  },
  'a byte replaced': (file, pick) => around(file, pick(file.length), 1, Buffer.from([pick(256)])),
  'a digit replaced': (file, pick) => {
    const digits = [...file.toString('latin1').matchAll(/\d/g)].map(({ index }) => index);
    return around(file, digits[pick(digits.length)] ?? 0, 1, Buffer.from(String(pick(10))));
  },
  'bytes taken out': (file, pick) => around(file, pick(file.length), 1 + pick(40), Buffer.alloc(0)),
  'bytes put in': (file, pick) => around(file, pick(file.length), 0, Buffer.from(Array.from({ length: 1 + pick(8) }, () => pick(256)))),
  'bytes written twice': (file, pick) => {
    const from = pick(file.length);
    return around(file, pick(file.length), 0, file.subarray(from, from + 1 + pick(200)));
  },
  'bytes moved': (file, pick) => {
    const [from, length] = [pick(file.length), 1 + pick(200)];
    return around(around(file, from, length, Buffer.alloc(0)), pick(file.length - length), 0, file.subarray(from, from + length));
  },
  'an end cut off': (file, pick) => file.subarray(0, pick(file.length)),
  'something at the end': (file, pick) => Buffer.concat([file, Buffer.from(Array.from({ length: 1 + pick(8) }, () => pick(256)))]),
};
