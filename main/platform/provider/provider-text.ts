/** Cleans the provider's error texts for display, and reads how long it requests to wait. */

import type { ProblemDetail } from '../../../shared/errors.ts';
import { parseWithin } from '../json/around-json.ts';
import { inAnyEncoding, inUtf8 } from '../json/body-encoding.ts';
import { isObject } from '../json/exact-json.ts';
import type { HttpAnswer } from './http-request.ts';
import { withoutSecrets } from './secrets-in-use.ts';
import { createUtf8Reader } from './utf8-reader.ts';

const maxBody = 64 * 1024;
/** Milliseconds that a small body may take. */
const maxBodyMs = 60_000;
const maxText = 300;
/** Returns what a problem says of the provider's text. Without one it has a sentence of its own. */
export const textDetail = (providerText: string | null): ProblemDetail =>
  providerText === null ? { providerText: '—', context: 'unexplained' } : { providerText };

type Body = Pick<HttpAnswer, 'headers' | 'body'>;

/**
 * Reads a small body, in any character encoding, as far as it comes within a minute before it breaks off or is silent for longer than the
 * time-out. Returns null, and closes the connection, when it is larger than 64 KiB.
 */
export async function readSmall({ headers, body }: Body): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(new Error('too slow')), maxBodyMs);
  try {
    for await (const chunk of createUtf8Reader(headers['content-type']).decode(body)) {
      bytes += chunk.byteLength;
      if (bytes > maxBody) return null;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    // The status has the essential information, and JSON says itself whether it is whole.
  } finally {
    clearTimeout(timer);
  }
  return text + decoder.decode();
}

/** Returns the explanation in a small body, which is JSON, a text or a page, cleaned; null where there is none. */
export const refusalText = async (answer: Body): Promise<string | null> => explanationOf(Buffer.from((await readSmall(answer)) ?? ''));

/** Passes on a body that may have more than an explanation. `text`: as `refusalText`, of what has passed. */
export function listenTo(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
): { chunks: AsyncGenerator<Uint8Array>; text(): string | null } {
  const passed: Uint8Array[] = [];
  let size = 0;
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (size < maxBody) passed.push(chunk);
      size += chunk.byteLength;
      yield chunk;
    }
  }
  return {
    chunks: pass(),
    text() {
      // No explanation is that long, and the memory of its begin may be freed by now.
      if (size >= maxBody) return null;
      const bytes = Buffer.concat(passed);
      return explanationOf(inUtf8(bytes, contentType) ?? inAnyEncoding(bytes).bytes);
    },
  };
}

/** As `refusalText`. @param body in UTF-8; null for one of 64 KiB and more */
export function explanationOf(body: Uint8Array): string | null {
  if (body.length >= maxBody) return null;
  const text = new TextDecoder().decode(body);
  let json: unknown;
  try {
    json = parseWithin(text);
  } catch {
    return plainText(text);
  }
  if (typeof json === 'string') return plainText(json);
  // The faults of a form alone, as .NET has them. Texts in a list may be documents.
  if (Array.isArray(json)) return explanationIn({ errors: json.filter(isObject) });
  // A page may have an object in its scripts.
  return isObject(json) ? (explanationIn(json) ?? plainText(text)) : null;
}

/** A body that is an object or a list, whole or not, has data, and one with other control characters is no text. */
const isNoText = /^\s*[{[]|(?![\t\r\n])\p{Cc}/u;
/** Parts of a page that its reader does not see, and its tags. */
const unseen = /<!--.*?(?:-->|$)|<(head|script|style)\b.*?(?:<\/\1\s*>|$)|<[!?/a-z][^<>]*>/gis;
const named: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const accents: Readonly<Record<string, string>> = { acute: '\u0301', grave: '\u0300', tilde: '\u0303', uml: '\u0308' };
const entity = /&(?:#(\d{2,6})|#x([\da-f]{2,5})|([a-z])(acute|grave|tilde|uml)|(nbsp|lt|gt|quot|apos|amp));/gi;

/** Returns what a text or a page (HTML, XML) says, as servers answer that stand before a service, cleaned; null for nothing. */
function plainText(text: string): string | null {
  if (isNoText.test(text)) return null;
  return cleanText(withoutEntities(text.replaceAll(unseen, ' '))) || null;
}

/** Returns a text of HTML with the characters that its entities stand for. */
export const withoutEntities = (text: string): string =>
  text.replaceAll(entity, (_, digits?: string, hex?: string, letter?: string, accent?: string, name?: string) => {
    if (letter !== undefined) return `${letter}${accents[accent?.toLowerCase() ?? ''] ?? ''}`.normalize();
    return name === undefined ? String.fromCodePoint(Number(digits ?? `0x${hex}`)) : (named[name.toLowerCase()] ?? '');
  });

/**
 * Names of members that explain a refusal, likeliest first: those that the interface description has (Errors), then those of RFC 9457 and of
 * common servers. OAuth 2.0 has a code in `error`, and its explanation next to it (RFC 6749, 5.2).
 */
const explaining = [
  /^(?:bad[ _-]?request|unauthorized|internal[ _-]?server[ _-]?error)$/i,
  /^error_description$/i,
  /^erro(?:r|rs|res|s)?$/i,
  /^(?:error_?)?(?:message|msg)s?$|^mensajes?(?:_?error)?$|^mensagem$|^faultstring$/i,
  /^(?:error_?)?(?:details?|description|reason)$|^more_?information$|^detalles?$|^descripci[oó]n$|^motivo$/i,
  /^title$|^t[ií]tulo$/i,
];
const maxLevels = 4;

/** A name of a status (RFC 9110, section 15), which explains nothing where something else does. */
const statusName =
  /^(?:error|bad request|unauthorized|forbidden|not (?:found|acceptable|implemented)|method not allowed|conflict|gone|(?:request|gateway) time-?out|(?:content|payload) too large|unsupported media type|unprocessable (?:entity|content)|too many requests|internal server error|bad gateway|service unavailable)$/i;

/**
 * Returns the text that explains a refusal (`{error: String}`), also one within lists and objects of such names, else within objects of any
 * name, cleaned; null without.
 */
export function explanationIn(json: unknown): string | null {
  let objects = [json];
  for (let level = 0; level < maxLevels; level += 1) {
    const found = objects.map((object) => explanation(object, 0)).find((text) => text !== null);
    if (found !== undefined) return cleanText(found) || null;
    objects = objects.filter(isObject).flatMap((object) => Object.values(object).filter(isObject));
  }
  return null;
}

/** What a refusal is about: the field of a form, or its path. */
const aboutField = /^(?:field|campo|loc|param|parameter|path|property|propertyName)$/i;

function explanation(value: unknown, level: number): string | null {
  if (level > 0 && typeof value === 'string') return value.trim() === '' ? null : value;
  if (level > maxLevels) return null;
  const within = (found: unknown): string | null => explanation(found, level + 1);
  // An array in place of the body has data; below such a name it has texts.
  if (Array.isArray(value)) return level === 0 ? null : together(value.map(within));
  if (!isObject(value)) return null;
  const members = Object.entries(value);
  const [field] = members.filter(([one]) => aboutField.test(one)).map((one) => [one[1]].flat().join('.'));
  const texts = explaining.flatMap((name) => members.flatMap(([key, found]) => (name.test(key) ? (within(found) ?? []) : [])));
  const text = texts.find((one) => !statusName.test(one.trim())) ?? texts[0];
  if (text !== undefined) return level > 0 && field ? `${field}: ${text}` : text;
  // Fields with the texts about each, as ASP.NET has them in `errors`.
  if (level === 0 || !members.every(([, found]) => Array.isArray(found))) return null;
  return together(
    members.map(([key, found]) => {
      const text = within(found);
      return text && `${key}: ${text}`;
    }),
  );
}

const together = (texts: readonly (string | null)[]): string | null =>
  [...new Set(texts.filter((text) => text !== null))].join('; ') || null;

/** Signs of ASCII with single blanks between them: nothing is to be removed from such a text but secrets. */
const isPlain = /^[!-~]+(?: [!-~]+)*$/;

/** Returns one line of at most 300 characters without secrets in use, control, format (direction marks) or lone surrogate characters. */
export function cleanText(text: string): string {
  if (text.length <= maxText && isPlain.test(text)) return withoutSecrets(text);
  // Before the text is cut, which could leave half of a secret, and again after characters within a secret are removed.
  const plain = withoutSecrets(
    withoutSecrets(text.slice(0, maxBody))
      .toWellFormed()
      .replace(/[\p{Cf}\u{fffd}]/gu, '')
      .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  );
  const characters = [...plain];
  return characters.length <= maxText ? plain : `${characters.slice(0, maxText - 1).join('')}…`;
}

const maxWait = 366 * 86_400;

/** Returns the seconds that `Retry-After` requests (RFC 9110, 10.2.3: seconds or a date), at most a year; null without a readable value. */
export function retryAfter(header: string | string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null;
  if (/^\s*\d+\s*$/.test(header)) return Math.min(Number(header), maxWait);
  // A date begins with the name of the day; `Date.parse` alone would read "-5" as a date.
  const seconds = /^\s*[A-Z]/i.test(header) ? Math.ceil((Date.parse(header) - now) / 1000) : Number.NaN;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), maxWait) : null;
}
