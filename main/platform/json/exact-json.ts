/** Parses JSON without the silent losses of `JSON.parse`: large numbers and repeated members. Pure. */

export type JsonPath = (string | number)[];

export type JsonReading = {
  value: unknown;
  /** Names of members that an object has more than once; only the last value is in `value`. */
  repeated: string[];
  /** Their paths, each once. */
  repeatedAt: JsonPath[];
};

/** Maximum levels of objects and arrays: deeper values would exhaust recursive code. */
export const maxDepth = 64;

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

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

const decoder = new TextDecoder();

/** Parses bytes; those that are not UTF-8 become U+FFFD. Returns `too-deep` for JSON with more than `maxDepth` levels; never throws. */
export function readJson(raw: Uint8Array): JsonReading | 'not-json' | 'too-deep' {
  try {
    const text = decoder.decode(raw);
    const found = scanJson(text, { maxDepth });
    // Checked before parsing, since a reviver recurses into each level.
    if (found.depth > maxDepth) return 'too-deep';
    const { repeated, repeatedAt } = found;
    return { value: parseExact(text, found), repeated, repeatedAt };
  } catch {
    return 'not-json';
  }
}

/** Returns the object or list that a text is in JSON, unless that has a member twice; any other value unchanged. */
export function fromText(value: unknown): unknown {
  const json = typeof value === 'string' && /^\s*[{[]/.test(value) ? readJson(Buffer.from(value)) : 'not-json';
  return typeof json === 'object' && json.repeated.length === 0 ? json.value : value;
}

/** Parses a text; turns a number of plain digits into their text. @throws SyntaxError */
export const parseDigits = (text: string): unknown => JSON.parse(text, digits);

/** Parses a scanned text. @throws SyntaxError */
export const parseExact = (text: string, { plainNumbers }: JsonScan): unknown =>
  plainNumbers ? JSON.parse(text) : JSON.parse(text, exact);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a member that the object itself has, never an inherited one. */
export const member = (object: Record<string, unknown>, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);

/** The result for a text that is not JSON is undefined: `JSON.parse` decides. */
type JsonScan = {
  depth: number;
  /** Number of commas and opening brackets: at least the number of values minus one. */
  marks: number;
  /** Names of members that an object has more than once. */
  repeated: string[];
  /** Their paths, each once. */
  repeatedAt: JsonPath[];
  /** Every number is written as JavaScript writes it. */
  plainNumbers: boolean;
};

type ScanOptions = {
  /** Called for each string that is a value, with the position of its quote. */
  noteString?: (start: number, path: () => JsonPath) => void;
  /** Called for each null, with its position. */
  noteNull?: (start: number, path: () => JsonPath) => void;
  /** The scan ends beyond these. */
  maxDepth: number;
  maxMarks?: number;
};

/** An open object or list. `names` is null for a list; `key` of the current member; `count`: number of earlier elements. */
type Level = { names: Set<string> | null; key: string; count: number; isValue: boolean };

/** Scans a JSON text in one pass, from string to string, for facts that `JSON.parse` does not report. */
export function scanJson(text: string, { noteString, noteNull, maxDepth, maxMarks = Number.POSITIVE_INFINITY }: ScanOptions): JsonScan {
  const repeated = new Map<string, JsonPath>();
  const scan = { depth: 0, marks: 0, plainNumbers: true };
  const result = (): JsonScan => ({
    ...scan,
    repeated: [...new Set([...repeated.values()].map((path) => String(path.at(-1))))],
    repeatedAt: [...repeated.values()],
  });
  const hasEscapes = text.includes('\\');
  const levels: Level[] = [];
  let level: Level | undefined;
  let [start, end] = [0, 0];
  const open = (names: Level['names']): void => {
    level = { names, key: '', count: 0, isValue: names === null };
    levels.push(level);
    scan.depth = Math.max(scan.depth, levels.length);
    scan.marks++;
  };
  const path = (): JsonPath => levels.map(({ names, key, count }) => (names ? key : count));
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        start = at;
        end = endOfString(text, at, hasEscapes);
        if (end === 0) return result();
        at = end - 1;
        if (level?.isValue) noteString?.(start, path);
        break;
      case 0x7b: // {
        open(new Set());
        break;
      case 0x5b: // [
        open(null);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        levels.pop();
        level = levels.at(-1);
        break;
      case 0x2c: // ,
        scan.marks++;
        if (level) level.count++;
        if (level?.names) level.isValue = false;
        break;
      case 0x3a: // :
        if (level?.names && noteName(level, nameIn(text, start, end))) repeated.set(JSON.stringify(path()), path());
        break;
      case 0x6e: // null
        noteNull?.(at, path);
        at += 'null'.length - 1;
        break;
      default: {
        const length = numberAt(text, at);
        if (length > 0) scan.plainNumbers &&= isPlain(text.slice(at, at + length));
        if (length > 0) at += length - 1;
      }
    }
    if (levels.length > maxDepth || scan.marks > maxMarks) return result();
  }
  return result();
}

/** Returns the index after the closing quote; 0 when there is none. */
function endOfString(text: string, start: number, hasEscapes: boolean): number {
  let end = text.indexOf('"', start + 1);
  while (hasEscapes && end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

/** Whether the quote at a position belongs to the string. */
export function isEscaped(text: string | Buffer, at: number): boolean {
  let before = at;
  while (codeAt(text, before - 1) === 0x5c) before--;
  return (at - before) % 2 === 1;
}

const codeAt = (text: string | Buffer, at: number): number | undefined => (typeof text === 'string' ? text.charCodeAt(at) : text[at]);

function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end - 1);
  if (!name.includes('\\')) return name;
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return name; // no JSON
  }
}

/** Returns whether the object has had a member of that name before. */
function noteName(level: Level, name: string): boolean {
  const isRepeated = level.names?.has(name) === true;
  level.names?.add(name);
  level.key = name;
  level.isValue = true;
  return isRepeated;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** Whether it is a digit, a sign, a point or an exponent. */
const isOfNumber = (code: number): boolean => isDigit(code) || code === 0x2d || code === 0x2b || code === 0x2e || (code | 0x20) === 0x65;

/** Returns the length of the number at a position; 0 for none. */
function numberAt(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (!isDigit(first) && first !== 0x2d) return 0;
  let end = at + 1;
  while (isOfNumber(text.charCodeAt(end))) end++;
  return end - at;
}

/** Whether JavaScript writes the number with the same digits. */
const isPlain = (digits: string): boolean => {
  const number = Number(digits);
  return String(number) === digits && (Number.isSafeInteger(number) || digits.includes('.'));
};
