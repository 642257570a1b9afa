/** Detects a file's media type from its first bytes, for the types in records that a window can show. Pure. */

import type { RecordFile } from '../../../../shared/domain/record.ts';

/** Bytes that are examined: a PDF may have as many before its header. */
export const examinedBytes = 1024;

/** Brands of ISO base media files that are video; others (HEIC, AVIF) are pictures. */
const videoBrand = /^(?:iso.|mp4[12]|avc1|mmp4|dash|cmf[c2]|MSNV|M4V )$/;

const kinds: { mime: string; ending: string; is(head: string): boolean }[] = [
  { mime: 'image/jpeg', ending: 'jpg', is: (head) => head.startsWith('\xff\xd8\xff') },
  { mime: 'image/png', ending: 'png', is: (head) => head.startsWith('\x89PNG\r\n\x1a\n') },
  { mime: 'image/webp', ending: 'webp', is: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' },
  { mime: 'image/gif', ending: 'gif', is: (head) => /^GIF8[79]a/.test(head) },
  { mime: 'video/mp4', ending: 'mp4', is: (head) => head.slice(4, 8) === 'ftyp' && videoBrand.test(head.slice(8, 12)) },
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
