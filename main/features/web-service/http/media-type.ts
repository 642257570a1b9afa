/** Media types and charsets of bodies. Pure. */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';
import { Refusal } from './refusal.ts';

/** Requires a media type in UTF-8 without compression. @throws Refusal 415 */
export function requireMediaType(headers: IncomingHttpHeaders, wanted: string): void {
  const type = parse(headers['content-type']);
  if (type?.essence !== wanted || !['', 'utf-8', 'utf8'].includes((type.params.get('charset') ?? '').toLowerCase()))
    throw new Refusal(415, `the content type must be ${wanted}`);
  if (!['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase()))
    throw new Refusal(415, 'the body must not be compressed');
}

function parse(text: string | undefined): MIMEType | null {
  try {
    return new MIMEType(text ?? '');
  } catch {
    return null; // no media type
  }
}

/**
 * Returns the body in UTF-8, without the byte order mark: unchanged when it is UTF-8, else decoded by the charset of its content
 * type. Null when it is neither.
 */
export function inUtf8(body: Buffer, contentType: string | undefined): Buffer | null {
  const charset = parse(contentType)?.params.get('charset')?.trim().toLowerCase() ?? '';
  // UTF-16 can pass for UTF-8: every other byte of an English text is a zero.
  if (isUtf8(body) && !charset.startsWith('utf-16')) return body;
  if (charset === '' || charset === 'utf-8' || charset === 'utf8') return null;
  try {
    return Buffer.from(new TextDecoder(charset, { fatal: true }).decode(body));
  } catch {
    return null; // an unknown charset, or bytes that are not of it
  }
}
