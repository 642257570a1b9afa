/** What is gathered while a record is read: so that nothing of it is lost. Pure. */
import type { RecordField, RecordFile } from '../../../../shared/domain/record.ts';
import { member } from '../../../platform/json/exact-json.ts';
import { readField } from './field.ts';
import type { Member } from './members.ts';
import { type Way, wayKey, wayText } from './way.ts';
import { withoutFiles } from './without-files.ts';

export type Taking = {
  /** The file of the text that stood there. */
  fileAt(way: Way): RecordFile | undefined;
  /** What has no place of its own; what of it stands in files is listed with these. */
  keep(way: Way, value: unknown): void;
  /** It has another form than described. */
  defect(way: Way): void;
  /** The described members of an object at `way`. */
  fields(object: Record<string, unknown>, way: Way, members: readonly Member[], prefix?: string): RecordField[];
  /** Keeps all members of an object but these. */
  keepOthers(object: Record<string, unknown>, way: Way, taken: readonly string[]): void;
  other(): Record<string, unknown> | null;
  defects(): string[];
};

export function createTaking(files: readonly RecordFile[]): Taking {
  const byWay = new Map(files.map((file) => [wayKey(file.path), file]));
  const kept = new Map<string, unknown>();
  const defects = new Set<string>();
  const filesWithin = (way: Way): Way[] =>
    files.flatMap(({ path }) => (path.length > way.length && way.every((step, at) => step === path[at]) ? [path.slice(way.length)] : []));
  const taking: Taking = {
    fileAt: (way) => byWay.get(wayKey(way)),
    keep(way, value) {
      if (byWay.has(wayKey(way))) return;
      const rest = typeof value === 'object' ? withoutFiles(value, filesWithin(way)) : value;
      if (rest !== undefined) kept.set(wayText(way), rest);
    },
    defect: (way) => void defects.add(wayText(way)),
    fields: (object, way, members, prefix = '') =>
      members.map(({ name, type }) => {
        const here = [...way, name];
        const field = readField({ name: `${prefix}${name}`, type }, member(object, name), byWay.has(wayKey(here)));
        if (field.state === 'odd') taking.defect(here);
        return field;
      }),
    keepOthers(object, way, taken) {
      for (const [name, value] of Object.entries(object)) if (!taken.includes(name)) taking.keep([...way, name], value);
    },
    // Not by assignment, which a member called `__proto__` would turn into something else.
    other: () => (kept.size > 0 ? Object.fromEntries(kept) : null),
    defects: () => [...defects],
  };
  return taking;
}
