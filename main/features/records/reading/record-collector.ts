/** Collects, while a record is read, what is not described or has another form, so that nothing is lost. Pure. */
import type { RecordField, RecordFile } from '../../../../shared/domain/records/record.ts';
import { isObject, type JsonPath, member } from '../../../platform/json/exact-json.ts';
import { jsonPathKey, jsonPathText } from './json-path.ts';
import { type Member, readField } from './members.ts';

export type RecordCollector = {
  /** The file of the text at a path, else the only one within the object or list there. */
  fileAt(path: JsonPath): RecordFile | undefined;
  /** Adds a value that is not described. Texts of it that are files are listed with the files. */
  addOther(path: JsonPath, value: unknown): void;
  /** Adds a path whose value has another form than described. */
  addDefect(path: JsonPath): void;
  /** The described members of an object at `path`. */
  fields(object: Record<string, unknown>, path: JsonPath, members: readonly Member[], prefix?: string): RecordField[];
  /** Adds all members of an object but the described ones. */
  addOthers(object: Record<string, unknown>, path: JsonPath, described: readonly string[]): void;
  other(): Record<string, unknown> | null;
  defects(): string[];
};

/** @param repeated paths of members that occur twice in their object */
export function createRecordCollector(files: readonly RecordFile[], repeated: readonly JsonPath[]): RecordCollector {
  const isRepeated = (path: JsonPath): boolean => repeated.some((one) => one.every((step, at) => step === path[at]));
  const byPath = new Map(files.map((file) => [jsonPathKey(file.path), file]));
  const others = new Map<string, unknown>();
  const defects = new Set<string>();
  const filesWithin = (path: JsonPath): JsonPath[] =>
    files.flatMap(({ path: of }) => (of.length > path.length && path.every((step, at) => step === of[at]) ? [of.slice(path.length)] : []));
  const collector: RecordCollector = {
    fileAt(path) {
      const [rest, ...more] = filesWithin(path);
      return byPath.get(jsonPathKey(path)) ?? (rest && more.length === 0 ? byPath.get(jsonPathKey([...path, ...rest])) : undefined);
    },
    addOther(path, value) {
      if (byPath.has(jsonPathKey(path))) return;
      const rest = typeof value === 'object' ? withoutFiles(value, filesWithin(path)) : value;
      if (rest !== undefined) others.set(jsonPathText(path), rest);
    },
    addDefect: (path) => void defects.add(jsonPathText(path)),
    fields: (object, path, members, prefix = '') =>
      members.map(({ name, type }) => {
        const here = [...path, name];
        const field = readField({ name: `${prefix}${name}`, type }, member(object, name), byPath.has(jsonPathKey(here)), isRepeated(here));
        if (field.state === 'odd') collector.addDefect(here);
        return field;
      }),
    addOthers(object, path, described) {
      for (const [name, value] of Object.entries(object)) if (!described.includes(name)) collector.addOther([...path, name], value);
    },
    // Not by assignment, which would set the prototype for a member called `__proto__`.
    other: () => (others.size > 0 ? Object.fromEntries(others) : null),
    defects: () => [...defects],
  };
  return collector;
}

/**
 * Returns a copy of a value without the texts that are files. An element of a list becomes null, so that the others keep their places.
 * Objects with nothing else are removed too. Without recursion, as the depth is the provider's choice.
 * @param paths within the value
 * @returns undefined where nothing is left
 */
function withoutFiles(value: unknown, paths: readonly JsonPath[]): unknown {
  const copies = new Set<unknown>();
  const copied = (one: unknown): unknown => {
    if (copies.has(one)) return one;
    const copy: unknown = Array.isArray(one) ? [...one] : isObject(one) ? { ...one } : one;
    copies.add(copy);
    return copy;
  };
  const root = copied(value);
  for (const path of paths) {
    const within = [root];
    for (const step of path.slice(0, -1)) {
      const holder = within.at(-1);
      if (!holds(holder, step)) break;
      const inner = copied(holder[step]);
      // Not by assignment, which would set the prototype for a member called `__proto__`.
      Object.defineProperty(holder, step, { value: inner, writable: true, enumerable: true, configurable: true });
      within.push(inner);
    }
    if (within.length < path.length) continue;
    for (const holder of within.toReversed()) {
      const step = path[within.indexOf(holder)];
      if (!isObject(holder) || step === undefined) break;
      delete holder[step];
      if (Object.keys(holder).length > 0) break;
    }
  }
  return paths.length > 0 && isObject(root) && Object.keys(root).length === 0 ? undefined : root;
}

const holds = (holder: unknown, step: string | number): holder is Record<string | number, unknown> =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, step);
