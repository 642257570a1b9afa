/** Detects a file's media type from its first bytes, for the pictures, video and documents that a record may have. Pure. */

import type { RecordFile } from '../../../../shared/domain/records/record.ts';

/** Bytes that are examined: a PDF may have as many before its header. */
export const examinedBytes = 1024;

/** ISO base media files by their brand (`ftyp`), which is text at the ninth byte. */
const isOfBrand =
  (brand: RegExp) =>
  (head: string): boolean =>
    head.slice(4, 8) === 'ftyp' && brand.test(head.slice(8, 12));
const startsWith =
  (...starts: string[]) =>
  (head: string): boolean =>
    starts.some((start) => head.startsWith(start));

const kinds: { mime: string; ending: string; is(head: string): boolean }[] = [
  { mime: 'image/jpeg', ending: 'jpg', is: startsWith('\xff\xd8\xff') },
  { mime: 'image/png', ending: 'png', is: startsWith('\x89PNG\r\n\x1a\n') },
  { mime: 'image/webp', ending: 'webp', is: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' },
  { mime: 'image/gif', ending: 'gif', is: startsWith('GIF87a', 'GIF89a') },
  { mime: 'image/tiff', ending: 'tif', is: startsWith('II*\0', 'MM\0*', 'II+\0\x08\0', 'MM\0+\0\x08') },
  { mime: 'image/heic', ending: 'heic', is: isOfBrand(/^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/) },
  { mime: 'image/avif', ending: 'avif', is: isOfBrand(/^avi[fs]$/) },
  // The bytes behind its size are always zero.
  { mime: 'image/bmp', ending: 'bmp', is: (head) => /^BM[\s\S]{4}\0{4}/.test(head) },
  { mime: 'image/jp2', ending: 'jp2', is: startsWith('\0\0\0\x0cjP  \r\n\x87\n') },
  { mime: 'image/j2c', ending: 'j2c', is: startsWith('\xff\x4f\xff\x51') },
  { mime: 'video/mp4', ending: 'mp4', is: isOfBrand(/^(?:iso.|mp4[12]|avc1|mmp4|dash|cmf[c2]|MSNV|M4V )$/) },
  { mime: 'video/quicktime', ending: 'mov', is: isOfBrand(/^qt {2}$/) },
  { mime: 'video/3gpp', ending: '3gp', is: isOfBrand(/^3g[egp].$/) },
  // The same container holds other Matroska files, which name themselves so.
  { mime: 'video/webm', ending: 'webm', is: (head) => head.startsWith('\x1a\x45\xdf\xa3') && head.slice(0, 64).includes('webm') },
  { mime: 'application/pdf', ending: 'pdf', is: (head) => head.includes('%PDF-') },
];

/** Returns null for anything else. */
export function mediaType(head: Uint8Array): string | null {
  const text = Buffer.from(head.subarray(0, examinedBytes)).toString('latin1');
  return kinds.find(({ is }) => is(text))?.mime ?? null;
}

/** The ending of a file's name by its bytes, whatever the record calls it. A text that was no base64 ends in `txt`. */
export const recordFileEnding = ({ mime, decoded }: Pick<RecordFile, 'mime' | 'decoded'>): string =>
  kinds.find((kind) => kind.mime === mime)?.ending ?? (decoded ? 'bin' : 'txt');
