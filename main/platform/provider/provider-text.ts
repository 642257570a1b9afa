/** Cleans the provider's error texts for display, and reads how long it requests to wait. */
import type { Readable } from 'node:stream';
import { refusalSchema } from '../../../shared/domain/provider/token.ts';
import { withoutSecrets } from './secrets-in-use.ts';

const maxBody = 64 * 1024;
const maxText = 300;
/** Shown where the provider gave no text. */
const noText = '—';

/**
 * Reads a small body whole. Returns null, and closes the connection, when it is larger than 64 KiB, breaks off, or is silent
 * for longer than the time-out.
 */
export async function readSmall(body: Readable): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > maxBody) return null;
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch {
    return null; // the status has the essential information
  }
}

/** Returns the text of `{error: String}` (interface description, Errors), cleaned; a dash for any other body. */
export const providerText = async (body: Readable): Promise<string> =>
  (await refusalText(body, (json) => refusalSchema.parse(json).error)) ?? noText;

/** Returns the text that `textOf` finds in a small JSON body, cleaned; null where it finds none, or throws. */
export async function refusalText(body: Readable, textOf: (json: unknown) => string | undefined): Promise<string | null> {
  const text = await readSmall(body);
  try {
    return cleanText(textOf(JSON.parse(text ?? '')) ?? '') || null;
  } catch {
    return null;
  }
}

/** Returns one line of at most 300 characters without secrets in use, control, format (direction marks) or lone surrogate characters. */
export function cleanText(text: string): string {
  // Before the text is cut, which could leave half of a secret, and again after characters within a secret are removed.
  const plain = withoutSecrets(
    withoutSecrets(text.slice(0, maxBody))
      .toWellFormed()
      .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/[\p{Cf}\u{fffd}]/gu, '')
      .trim(),
  );
  const characters = [...plain];
  return characters.length <= maxText ? plain : `${characters.slice(0, maxText - 1).join('')}…`;
}

/** Returns the seconds that `Retry-After` requests (RFC 9110, 10.2.3: seconds or a date), at most a day; null without a readable value. */
export function retryAfter(header: string | string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null;
  if (/^\s*\d+\s*$/.test(header)) return Math.min(Number(header), 86_400);
  // A date begins with the name of the day; `Date.parse` alone would read "-5" as a date.
  const seconds = /^\s*[A-Z]/i.test(header) ? Math.ceil((Date.parse(header) - now) / 1000) : Number.NaN;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) : null;
}
