/** Scans a JSON text in one pass, from string to string, for facts that `JSON.parse` does not report. Pure. */

export type JsonPath = (string | number)[];

/** A long string: its path in the value, and its position in the text, quotes included. */
export type LongString = { path: JsonPath; start: number; end: number };

/** The result for a text that is not JSON is undefined: `JSON.parse` decides. */
export type JsonScan = {
  depth: number;
  /** Number of commas and opening brackets: at least the number of values minus one. */
  marks: number;
  /** Names of members that an object has more than once. */
  repeated: string[];
  /** Every number is written as JavaScript writes it. */
  plainNumbers: boolean;
  long: LongString[];
};

export type ScanOptions = {
  /** Whether a value of this length counts as long; called for 64 characters and more. */
  isLong?: (path: JsonPath, length: number) => boolean;
  /** The scan ends beyond these. */
  maxDepth: number;
  maxMarks?: number;
};

const minLongLength = 64;

/** An open object or list. `names` is null for a list; `key` of the current member; `count`: number of earlier elements. */
type Level = { names: Set<string> | null; key: string; count: number; isValue: boolean };

export function scanJson(text: string, { isLong, maxDepth, maxMarks = Number.POSITIVE_INFINITY }: ScanOptions): JsonScan {
  const repeated = new Set<string>();
  const scan = { depth: 0, marks: 0, plainNumbers: true, long: [] as LongString[] };
  const result = (): JsonScan => ({ ...scan, repeated: [...repeated] });
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
  const endString = (): void => {
    if (!isLong || !level?.isValue || end - start < minLongLength) return;
    const path = levels.map(({ names, key, count }) => (names ? key : count));
    if (isLong(path, end - start - 2)) scan.long.push({ path, start, end });
  };
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        start = at;
        end = endOfString(text, at, hasEscapes);
        if (end === 0) return result();
        at = end - 1;
        endString();
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
        if (level?.names) noteName(level, nameIn(text, start, end), repeated);
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

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === 0x5c) before--;
  return (at - before) % 2 === 1;
}

function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end - 1);
  if (!name.includes('\\')) return name;
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return name; // no JSON
  }
}

function noteName(level: Level, name: string, repeated: Set<string>): void {
  if (level.names?.has(name)) repeated.add(name);
  level.names?.add(name);
  level.key = name;
  level.isValue = true;
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
