/** Unpacks streams (ISO 32000-2, 7.4): those with objects or cross-references, and those that are compared. */
import { inflateSync } from 'node:zlib';
import type { ByteSource } from '../../files/byte-source.ts';
import { throughGate } from '../../runtime/thread-gate.ts';
import { unfilteredRows } from '../png-rows.ts';
import { dictOf, isArray, nameOf, type PdfDict, PdfFault, type PdfStream, type PdfValue } from './syntax.ts';

/** Maximum bytes of one unpacked stream: object streams and cross-references of real files have a few megabytes. */
const maxUnpacked = 64 * 1024 * 1024;

/** @throws PdfFault */
export function unpack(file: ByteSource, { dict, start, end, data }: PdfStream): Buffer {
  const packed = data ?? file.range(start, end);
  const filters = listOf(dict.get('Filter')).map(nameOf);
  const parameters = dictOf(listOf(dict.get('DecodeParms'))[0]);
  if (filters.length === 0) return Buffer.from(packed);
  if (filters.length > 1 || filters[0] !== 'FlateDecode') throw new PdfFault('stream-unsupported', 'another filter than Flate');
  return withoutPredictor(inflated(packed), parameters);
}

const listOf = (value: PdfValue | undefined): readonly PdfValue[] => (isArray(value) ? value : value == null ? [] : [value]);

function inflated(packed: Uint8Array): Buffer {
  try {
    return throughGate(() => inflateSync(packed, { maxOutputLength: maxUnpacked }));
  } catch {
    throw new PdfFault('object-damaged', 'a stream that cannot be unpacked');
  }
}

/** Reverses PNG predictors (RFC 2083, 6), which writers use for cross-references. */
function withoutPredictor(bytes: Buffer, parameters: PdfDict | null): Buffer {
  const number = (key: string, otherwise: number) => {
    const value = parameters?.get(key) ?? otherwise;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 65_536) throw new PdfFault('stream-unsupported', key);
    return value;
  };
  const predictor = number('Predictor', 1);
  if (predictor === 1) return bytes;
  if (predictor < 10 || predictor > 15) throw new PdfFault('stream-unsupported', 'a predictor that is not of PNG');
  const bitsPerPixel = number('Colors', 1) * number('BitsPerComponent', 8);
  const width = Math.ceil((bitsPerPixel * number('Columns', 1)) / 8);
  const rows = unfilteredRows(bytes, width, Math.ceil(bitsPerPixel / 8));
  if (rows === null) throw new PdfFault('object-damaged', 'rows that are incomplete or have an unknown filter');
  return rows;
}

/** `filters` and their `parameters`: those that are not reversed, such as that of a JPEG image. */
export type Decoded = { bytes: Buffer; filters: string[]; parameters: PdfValue[] };

/** A file in which references can be followed. */
type Followed = { bytes: ByteSource; follow(value: PdfValue | undefined): PdfValue };

/** Reverses filters up to the first unknown one. @throws PdfFault */
export function decoded(file: Followed, { dict, start, end }: PdfStream): Decoded {
  const list = (key: string) => listOf(file.follow(dict.get(key))).map((item) => file.follow(item));
  const filters = list('Filter').map((filter) => nameOf(filter) ?? '');
  const parameters = list('DecodeParms');
  let bytes = file.bytes.range(start, end);
  while (filters.length > 0) {
    const next = unpackers[filters[0] ?? '']?.(bytes, dictOf(parameters[0]));
    if (next == null) break;
    bytes = next;
    filters.shift();
    parameters.shift();
  }
  return { bytes, filters, parameters: filters.map((_, at) => parameters[at] ?? null) };
}

/** An unpacker returns null for parameters that it does not know. */
const unpackers: Readonly<Record<string, (bytes: Buffer, parameters: PdfDict | null) => Buffer | null>> = {
  FlateDecode: (bytes, parameters) => (parameters?.get('Predictor') === 2 ? null : withoutPredictor(inflated(bytes), parameters)),
  ASCIIHexDecode: (bytes) => {
    const digits = bytes
      .toString('latin1')
      .replace(/>[\s\S]*$/, '')
      .replace(/[\0\t\n\f\r ]/g, '');
    return /^[0-9a-fA-F]*$/.test(digits) ? Buffer.from(digits.padEnd(digits.length + (digits.length % 2), '0'), 'hex') : null;
  },
};
