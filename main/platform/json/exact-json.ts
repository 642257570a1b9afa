/** Bytes to a JSON value, without what `JSON.parse` alone would lose in silence. Pure. */
import { isUtf8 } from 'node:buffer';
import { plainBase64 } from './base64.ts';
import { type JsonPath, type JsonScan, type LongString, type ScanOptions, scanJson } from './scan-json.ts';

export type JsonReading = {
  value: unknown;
  /** Names of members that an object has more than once: all but the last are lost. */
  repeated: string[];
  /** False when some bytes are no UTF-8; they read as U+FFFD. */
  encoded: boolean;
};

/** Levels of objects and arrays. What is nested deeper would end whoever walks through it. */
const maxDepth = 64;

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
/** With the third argument that ES2026 gives a reviver, which TypeScript's library does not know yet. */
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Numbers that a JavaScript number cannot hold (`id_bitacora`, `_version_`) become the text of their digits. */
const exact: Reviver = (_, value, { source = '' }) => (typeof value === 'number' && !holds(value, source) ? source : value);
/** A number of plain digits becomes their text, so that it is the name of something; any other stays a number, and is told from a text. */
const digits: Reviver = (_, value, { source = '' }) => (typeof value === 'number' && /^\d+$/.test(source) ? source : value);

const holds = (value: number, source: string): boolean => Number.isFinite(value) && (/[.eE]/.test(source) || Number.isSafeInteger(value));

/** The array that a text holds, its numbers exact; null when it holds none, or one past all depth. */
export function jsonArray(text: string): unknown[] | null {
  const read = readJson(Buffer.from(text));
  return typeof read === 'object' && Array.isArray(read.value) ? read.value : null;
}

/** `not-json`, or `too-deep` for JSON that is nested past all sense; never throws. */
export function readJson(raw: Uint8Array): JsonReading | 'not-json' | 'too-deep' {
  try {
    const text = new TextDecoder().decode(raw);
    const found = scanJson(text, { maxDepth });
    // Before the text is parsed: a reviver calls itself for each level.
    if (found.depth > maxDepth) return 'too-deep';
    return { value: parseExact(text, found), repeated: found.repeated, encoded: isUtf8(raw) };
  } catch {
    return 'not-json';
  }
}

/** A JSON text with its long strings taken out. */
export type SplitJson = {
  /** `null` where a long string was. */
  text: string;
  /** Of that text; numbers as in `readJson`. */
  value: unknown;
  /** Every number is written as JavaScript writes it. */
  plainNumbers: boolean;
  repeated: string[];
  longTexts: LongText[];
};

/** `bytes`: what the text is in base64; null where it is not nothing but base64. */
export type LongText = { path: JsonPath; text: string; bytes: Buffer | null };

/**
 * Reads a JSON text once: what is long is decoded natively, and nothing walks over its characters. `too-deep` also for more than
 * `maxValues`. Never throws.
 */
export function splitJson(
  text: string,
  { isLong, maxValues }: { isLong: NonNullable<ScanOptions['isLong']>; maxValues: number },
): SplitJson | 'not-json' | 'too-deep' {
  try {
    const found = scanJson(text, { maxDepth, maxMarks: maxValues, isLong });
    if (found.depth > maxDepth || found.marks > maxValues) return 'too-deep';
    const { repeated, plainNumbers, long } = found;
    const short = withoutLong(text, long);
    const value = parseExact(short, found);
    return { text: short, value, plainNumbers, repeated, longTexts: long.map((one) => longText(text, one)) };
  } catch {
    return 'not-json';
  }
}

/** A number of plain digits becomes their text. @throws SyntaxError */
export const parseDigits = (text: string): unknown => parse(text, digits);

const parseExact = (text: string, { plainNumbers }: JsonScan): unknown => (plainNumbers ? JSON.parse(text) : parse(text, exact));

function withoutLong(text: string, long: readonly LongString[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of long) {
    result += `${text.slice(from, start)}null`;
    from = end;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** @throws SyntaxError */
function longText(text: string, { path, start, end }: LongString): LongText {
  const written = text.slice(start + 1, end - 1);
  const bytes = plainBase64(written);
  // Base64 has nothing that is escaped, and nothing that is no JSON.
  return { path, text: bytes ? written : (JSON.parse(text.slice(start, end)) as string), bytes };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that the object itself has; never one that every object inherits. */
export const member = (object: Record<string, unknown>, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);
