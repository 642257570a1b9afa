/** JSON of a record, put together from the tokens of its text as they come, up to a bound; and where in it they stand. */
import { StationError } from '../../../shared/errors.ts';

/** Characters that are folded to bytes at once: a text that grows by single signs costs many times its length. */
const foldAt = 64 * 1024;

type Level = { kind: '{' | '[' /** Members so far. */; count: number /** Of the member under way. */; key: string };

type RecordJson = {
  /** The member that the next value belongs to. */
  member(key: string): void;
  /** A value as JSON text: a number stays digit for digit. */
  value(json: string): void;
  open(kind: Level['kind']): void;
  shut(): void;
  depth(): number;
  /** Where the value that comes next stands, or the one that is being read. */
  path(): (string | number)[];
  text(): string;
};

/** @param most bytes, and levels of objects and arrays; past them every method throws StationError `record-too-large` */
export function createRecordJson(most: { bytes: number; depth: number }): RecordJson {
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
    if (last.length >= foldAt) fold();
    if (size + last.length > most.bytes) throw tooLarge('its JSON');
  };
  /** Before a value: the comma of an array. After a key there is none. */
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
      if (levels.length > most.depth) throw tooLarge('its depth');
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
