/** Parses JSON without the silent losses of `JSON.parse`: large numbers and repeated members. Pure. */
import { isUtf8 } from 'node:buffer';
import { plainBase64 } from './base64.ts';
import { type JsonPath, type JsonScan, type LongString, type ScanOptions, scanJson } from './scan-json.ts';

export type JsonReading = {
  value: unknown;
  /** Names of members that an object has more than once; only the last value is in `value`. */
  repeated: string[];
  /** False when some bytes are not UTF-8; they become U+FFFD. */
  encoded: boolean;
};

/** Maximum levels of objects and arrays: deeper values would exhaust recursive code. */
const maxDepth = 64;

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
/** `JSON.parse` with the third argument of a reviver (ES2026), which TypeScript's library lacks. */
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Turns numbers that a JavaScript number cannot represent (`id_bitacora`, `_version_`) into the text of their digits. */
const exact: Reviver = (_, value, { source = '' }) => (typeof value === 'number' && !isExact(value, source) ? source : value);
/** Turns a number of plain digits into their text, since it identifies something; any other stays a number. */
const digits: Reviver = (_, value, { source = '' }) => (typeof value === 'number' && /^\d+$/.test(source) ? source : value);

const isExact = (value: number, source: string): boolean => Number.isFinite(value) && (/[.eE]/.test(source) || Number.isSafeInteger(value));

/** Parses an array with exact numbers; null for any other text, or when it is nested too deep. */
export function jsonArray(text: string): unknown[] | null {
  const read = readJson(Buffer.from(text));
  return typeof read === 'object' && Array.isArray(read.value) ? read.value : null;
}

/** Parses bytes. Returns `too-deep` for JSON with more than `maxDepth` levels; never throws. */
export function readJson(raw: Uint8Array): JsonReading | 'not-json' | 'too-deep' {
  try {
    const text = new TextDecoder().decode(raw);
    const found = scanJson(text, { maxDepth });
    // Checked before parsing, since a reviver recurses into each level.
    if (found.depth > maxDepth) return 'too-deep';
    return { value: parseExact(text, found), repeated: found.repeated, encoded: isUtf8(raw) };
  } catch {
    return 'not-json';
  }
}

/** A JSON text with its long strings taken out. */
export type SplitJson = {
  /** With `null` in place of each long string. */
  text: string;
  /** The value of that text; numbers as in `readJson`. */
  value: unknown;
  /** Every number is written as JavaScript writes it. */
  plainNumbers: boolean;
  repeated: string[];
  longTexts: LongText[];
};

/** `bytes`: the text decoded from base64; null when it is not all base64. */
export type LongText = { path: JsonPath; text: string; bytes: Buffer | null };

/**
 * Parses a JSON text in one pass; decodes long strings natively, without a loop over their characters. Returns `too-deep` also for more
 * than `maxValues`. Never throws.
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

/** Parses a text; turns a number of plain digits into their text. @throws SyntaxError */
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
  // Base64 has no escapes and is always valid in JSON.
  return { path, text: bytes ? written : (JSON.parse(text.slice(start, end)) as string), bytes };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a member that the object itself has, never an inherited one. */
export const member = (object: Record<string, unknown>, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);
