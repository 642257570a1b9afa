/** What is gathered while a record is read: so that nothing of it is lost. Pure. */
import type { RecordField, RecordFile } from '../../../../shared/domain/record.ts';
import { member } from '../../../platform/json/exact-json.ts';
import { readField } from './field.ts';
import { type JsonPath, jsonPathKey, jsonPathText } from './json-path.ts';
import type { Member } from './members.ts';
import { withoutFiles } from './without-files.ts';

export type Taking = {
  /** The file of the text that stood there. */
  fileAt(path: JsonPath): RecordFile | undefined;
  /** What has no place of its own; what of it stands in files is listed with these. */
  keep(path: JsonPath, value: unknown): void;
  /** It has another form than described. */
  defect(path: JsonPath): void;
  /** The described members of an object at `path`. */
  fields(object: Record<string, unknown>, path: JsonPath, members: readonly Member[], prefix?: string): RecordField[];
  /** Keeps all members of an object but these. */
  keepOthers(object: Record<string, unknown>, path: JsonPath, taken: readonly string[]): void;
  other(): Record<string, unknown> | null;
  defects(): string[];
};

export function createTaking(files: readonly RecordFile[]): Taking {
  const byPath = new Map(files.map((file) => [jsonPathKey(file.path), file]));
  const kept = new Map<string, unknown>();
  const defects = new Set<string>();
  const filesWithin = (path: JsonPath): JsonPath[] =>
    files.flatMap(({ path: of }) => (of.length > path.length && path.every((step, at) => step === of[at]) ? [of.slice(path.length)] : []));
  const taking: Taking = {
    fileAt: (path) => byPath.get(jsonPathKey(path)),
    keep(path, value) {
      if (byPath.has(jsonPathKey(path))) return;
      const rest = typeof value === 'object' ? withoutFiles(value, filesWithin(path)) : value;
      if (rest !== undefined) kept.set(jsonPathText(path), rest);
    },
    defect: (path) => void defects.add(jsonPathText(path)),
    fields: (object, path, members, prefix = '') =>
      members.map(({ name, type }) => {
        const here = [...path, name];
        const field = readField({ name: `${prefix}${name}`, type }, member(object, name), byPath.has(jsonPathKey(here)));
        if (field.state === 'odd') taking.defect(here);
        return field;
      }),
    keepOthers(object, path, taken) {
      for (const [name, value] of Object.entries(object)) if (!taken.includes(name)) taking.keep([...path, name], value);
    },
    // Not by assignment, which a member called `__proto__` would turn into something else.
    other: () => (kept.size > 0 ? Object.fromEntries(kept) : null),
    defects: () => [...defects],
  };
  return taking;
}
