/** Builds the JSON of a record from the tokens of its text as they arrive, up to a bound, and knows the path of each. */
import { StationError } from '../../../shared/errors.ts';

/** Characters that are encoded to bytes together: a text that grows by single characters costs many times its length. */
const batchSize = 64 * 1024;

/** `count`: number of its members so far. `key`: name of the current one. */
type Level = { kind: '{' | '['; count: number; key: string };

type RecordJson = {
  /** Begins a member, to which the next value belongs. */
  member(key: string): void;
  /** Adds a value as JSON text, a number digit for digit. */
  value(json: string): void;
  open(kind: Level['kind']): void;
  shut(): void;
  depth(): number;
  /** Returns the path of the next value, or of the one that is being read. */
  path(): (string | number)[];
  text(): string;
};

/** @param max bytes, and levels of objects and arrays; past them every method throws StationError `record-too-large` */
export function createRecordJson(max: { bytes: number; depth: number }): RecordJson {
  const levels: Level[] = [];
  const folded: Buffer[] = [];
  let size = 0;
  let last = '';

  const fold = (): void => {
    const bytes = Buffer.from(last);
    last = '';
    size += bytes.length;
    folded.push(bytes);
  };
  const add = (json: string): void => {
    last += json;
    if (last.length >= batchSize) fold();
    if (size + last.length > max.bytes) throw tooLarge('its JSON');
  };
  /** Adds the comma before a value of an array. After a key there is none. */
  const next = (): void => {
    const level = levels.at(-1);
    if (level?.kind !== '[') return;
    if (level.count > 0) add(',');
    level.count += 1;
  };

  return {
    member(key) {
      const level = levels.at(-1);
      if (!level) return;
      level.key = key;
      add(`${level.count > 0 ? ',' : ''}${JSON.stringify(key)}:`);
      level.count += 1;
    },
    value(json) {
      next();
      add(json);
    },
    open(kind) {
      next();
      add(kind);
      levels.push({ kind, count: 0, key: '' });
      if (levels.length > max.depth) throw tooLarge('its depth');
    },
    shut() {
      add(levels.pop()?.kind === '{' ? '}' : ']');
    },
    depth: () => levels.length,
    path: () => levels.map(({ kind, key, count }, at) => (kind === '{' ? key : at === levels.length - 1 ? count : count - 1)),
    text() {
      fold();
      return Buffer.concat(folded).toString();
    },
  };
}

export const tooLarge = (what: string): StationError =>
  new StationError('record-too-large', undefined, { message: `record-too-large: ${what}` });
