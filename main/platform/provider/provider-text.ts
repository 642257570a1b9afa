/** What a refusing provider says, made fit to be shown; and how long it asks to wait. */
import type { Readable } from 'node:stream';
import { refusalSchema } from '../../../shared/domain/provider/token.ts';
import { withoutSecrets } from './secrets-in-use.ts';

const maxBody = 64 * 1024;
const maxText = 300;
/** Stands in the words where the provider gave no text. */
const noText = '—';

/**
 * A small body whole; null when it is larger than 64 KiB, did not arrive, or took longer than the line's
 * patience with silence. The connection is given up in those cases.
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
    return null; // the status already says what matters
  }
}

/** The text of `{error: String}` (interface description, Errors), cleaned; a dash for any other body. */
export const providerText = async (body: Readable): Promise<string> =>
  (await refusalText(body, (json) => refusalSchema.parse(json).error)) ?? noText;

/** The text that `textOf` finds in a small JSON body, cleaned; null where it finds none, or throws. */
export async function refusalText(body: Readable, textOf: (json: unknown) => string | undefined): Promise<string | null> {
  const text = await readSmall(body);
  try {
    return cleanText(textOf(JSON.parse(text ?? '')) ?? '') || null;
  } catch {
    return null;
  }
}

/** One line of at most 300 characters without secrets in use, control, format (direction marks) or lone surrogate characters. */
export function cleanText(text: string): string {
  // Before the text is cut, which could leave half of a secret, and again after signs within one are gone.
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

/** Seconds that `Retry-After` asks for (RFC 9110, 10.2.3: seconds or a date), at most a day; null when it does not say. */
export function retryAfter(header: string | string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null;
  if (/^\s*\d+\s*$/.test(header)) return Math.min(Number(header), 86_400);
  // A date begins with the day's name; `Date.parse` alone would take "-5" for one.
  const seconds = /^\s*[A-Z]/i.test(header) ? Math.ceil((Date.parse(header) - now) / 1000) : Number.NaN;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) : null;
}
