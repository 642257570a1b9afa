/** Reads the parts of a PNG file that a PDF needs. Pure; trusts no length in the file. */
import { deflateSync, inflateSync } from 'node:zlib';

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
  const rows = unfilter(data, height, width * (colours + 1), colours + 1);
  if (rows === null) return null;
  const pixels = Buffer.alloc(width * height * colours);
  for (let from = 0, to = 0; to < pixels.length; from += 1) {
    const alpha = rows[from + colours] ?? 0;
    for (let colour = 0; colour < colours; colour += 1) pixels[to++] = 255 - Math.round(((255 - (rows[from++] ?? 0)) * alpha) / 255);
  }
  return { width, height, bits: 8, colours, palette: null, data: deflateSync(pixels), filtered: false };
}

/** Reverses the filters of the rows (PNG specification, 9.2). */
function unfilter(data: Buffer, height: number, row: number, step: number): Buffer | null {
  const packed = inflate(data, height * (row + 1));
  if (packed?.length !== height * (row + 1)) return null;
  const out = Buffer.alloc(height * row);
  for (let y = 0; y < height; y += 1) {
    const filter = packed[y * (row + 1)] ?? 0;
    if (filter > 4) return null;
    for (let x = 0; x < row; x += 1) {
      const at = y * row + x;
      const left = x >= step ? (out[at - step] ?? 0) : 0;
      const above = y > 0 ? (out[at - row] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[at - row - step] ?? 0) : 0;
      out[at] = (packed[at + y + 1] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Inflates at most `size` bytes: a small file can inflate to a huge one. */
function inflate(data: Buffer, size: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: size });
  } catch {
    return null;
  }
}
