/** Bytes to a JSON value, without what `JSON.parse` alone would lose in silence. Pure. */

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
export function readJson(raw: Uint8Array, numbers: 'exact' | 'digits' = 'exact'): JsonReading | 'not-json' | 'too-deep' {
  try {
    const text = new TextDecoder().decode(raw);
    const found = structure(text);
    // Before the text is parsed: a reviver calls itself for each level.
    if (found.depth > maxDepth) return 'too-deep';
    return { value: parse(text, numbers === 'digits' ? digits : exact), repeated: found.repeated, encoded: isUtf8(raw) };
  } catch {
    return 'not-json';
  }
}

function isUtf8(raw: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(raw);
    return true;
  } catch {
    return false;
  }
}

/** How deep a JSON text goes and which names it repeats; of a text that is none, something or a throw. */
function structure(text: string): { depth: number; repeated: string[] } {
  const open: Set<string>[] = [];
  const repeated = new Set<string>();
  let depth = 0;
  let string = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const start = at++;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      string = text.slice(start, at + 1);
    } else if (character === '{' || character === '[') {
      open.push(new Set());
      depth = Math.max(depth, open.length);
      if (depth > maxDepth) break;
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === ':') {
      const name = JSON.parse(string) as string;
      const names = open.at(-1);
      if (names?.has(name)) repeated.add(name);
      names?.add(name);
    }
  }
  return { depth, repeated: [...repeated] };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that the object itself has; never one that every object inherits. */
export const member = (object: Record<string, unknown>, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);
