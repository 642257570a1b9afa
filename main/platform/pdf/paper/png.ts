/** Reads the parts of a PNG file that a PDF needs. Pure; trusts no length in the file. */
import { deflateSync, inflateSync } from 'node:zlib';
import { unfilteredRows } from '../png-rows.ts';

export type Png = {
  width: number;
  height: number;
  bits: number;
  /** Values of a pixel: 1 or 3. */
  colours: number;
  palette: Buffer | null;
  /** Deflated rows. */
  data: Buffer;
  /** Whether each row begins with its filter, as in PNG. */
  filtered: boolean;
};

type Header = { width: number; height: number; bits: number; type: number; interlaced: boolean };

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const type = { grey: 0, rgb: 2, indexed: 3, greyAlpha: 4, rgbAlpha: 6 } as const;

/** Maximum pixels of a picture with transparency, which has to be unpacked: larger ones would block other work. */
const maxUnpacked = 16_000_000;

/** Reads a PNG; null for anything else, a damaged or interlaced one, and a transparent one that is very large or has 16 bits. */
export function readPng(file: Buffer): Png | null {
  const chunks = readChunks(file);
  const header = chunks?.header ?? null;
  if (chunks === null || header === null || header.interlaced || chunks.data.length === 0) return null;
  const { width, height, bits } = header;
  const data = Buffer.concat(chunks.data);
  if (header.type === type.grey || header.type === type.rgb)
    return { width, height, bits, colours: header.type === type.rgb ? 3 : 1, palette: null, data, filtered: true };
  if (header.type === type.indexed)
    return chunks.palette && { width, height, bits, colours: 1, palette: chunks.palette, data, filtered: true };
  return bits === 8 && width * height <= maxUnpacked ? onWhite(header, data) : null;
}

function readChunks(file: Buffer): { header: Header | null; palette: Buffer | null; data: Buffer[] } | null {
  if (!file.subarray(0, 8).equals(signature)) return null;
  const chunks: { header: Header | null; palette: Buffer | null; data: Buffer[] } = { header: null, palette: null, data: [] };
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end > file.length) return null;
    const name = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, end);
    if (name === 'IHDR') chunks.header = readHeader(body);
    else if (name === 'PLTE' && body.length > 0 && body.length <= 768 && body.length % 3 === 0) chunks.palette = body;
    else if (name === 'IDAT') chunks.data.push(body);
    else if (name === 'IEND') break;
    at = end + 4;
  }
  return chunks;
}

function readHeader(body: Buffer): Header | null {
  if (body.length !== 13) return null;
  const header = {
    width: body.readUInt32BE(0),
    height: body.readUInt32BE(4),
    bits: body.readUInt8(8),
    type: body.readUInt8(9),
    interlaced: body.readUInt8(12) !== 0,
  };
  const known = [1, 2, 4, 8, 16].includes(header.bits) && Object.values<number>(type).includes(header.type);
  return known && header.width < 0x1_00_00 && header.height < 0x1_00_00 ? header : null;
}

/** Blends transparent pixels with white paper. */
function onWhite({ width, height, type: kind }: Header, data: Buffer): Png | null {
  const colours = kind === type.rgbAlpha ? 3 : 1;
  const step = colours + 1;
  const size = height * (width * step + 1);
  const packed = inflate(data, size);
  const rows = packed?.length === size ? unfilteredRows(packed, width * step, step) : null;
  if (rows === null) return null;
  const pixels = Buffer.alloc(width * height * colours);
  for (let from = 0, to = 0; to < pixels.length; from += 1) {
    const alpha = rows[from + colours] ?? 0;
    for (let colour = 0; colour < colours; colour += 1) pixels[to++] = 255 - Math.round(((255 - (rows[from++] ?? 0)) * alpha) / 255);
  }
  return { width, height, bits: 8, colours, palette: null, data: deflateSync(pixels), filtered: false };
}

/** Inflates at most `size` bytes: a small file can inflate to a huge one. */
function inflate(data: Buffer, size: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: size });
  } catch {
    return null;
  }
}
