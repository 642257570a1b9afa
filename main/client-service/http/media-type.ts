/** Which bodies are read at all: one media type for each endpoint, in UTF-8, as it is. Pure. */
import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';
import { Refusal } from './refusal.ts';

/** @throws Refusal 415; nothing is unpacked, so nothing small can become something large */
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
