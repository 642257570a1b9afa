/** `SignedDocuments`, whose element structure is not shown: every file under it is a document. Pure. */
import type { RecordDocument, RecordFile } from '../../../../shared/domain/record.ts';
import { isObject, member } from '../../../platform/json/exact-json.ts';
import type { RecordCollector } from './record-collector.ts';

/** Names of members whose text names a document, likeliest first. */
const naming = [
  /^(file|document|doc)_?name$|^nombre_?(de|del)?_?(archivo|documento)$/i,
  /^name$|^nombre$/i,
  /^title$|^t[ií]tulo$/i,
  /name|nombre|t[ií]t(le|ulo)/i,
  /reference|referencia/i,
  /^(file|archivo|document|documento|description|descripci[oó]n|type|tipo)/i,
];

/** Longer texts are no names. */
const maxNameLength = 200;

export function readDocuments(value: unknown, files: readonly RecordFile[], collector: RecordCollector): RecordDocument[] {
  // Members next to the documents. A value of nothing but files adds nothing.
  if (hasContent(value)) collector.addOther(['SignedDocuments'], value);
  return files
    .filter(({ path }) => path[0] === 'SignedDocuments')
    .map((file, number) => ({ number, name: nameOf(value, file.path.slice(1)), file }));
}

/** Returns the text that names the file, next to it or next to an object that contains it. */
function nameOf(value: unknown, path: RecordFile['path']): string | null {
  const within = [value];
  for (const step of path.slice(0, -1)) within.push(stepInto(within.at(-1), step));
  for (const object of within.reverse()) {
    const name = isObject(object) ? nameIn(object) : null;
    if (name !== null) return name;
  }
  return null;
}

function stepInto(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isObject(value) ? member(value, String(step)) : undefined;
}

function nameIn(object: Record<string, unknown>): string | null {
  const texts = Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= maxNameLength ? [{ name, value: value.trim() }] : [],
  );
  for (const rule of naming) {
    const found = texts.find(({ name }) => rule.test(name));
    if (found) return found.value;
  }
  return null;
}

/** Whether anything but null is in it. Without recursion, as the depth is the provider's choice. */
function hasContent(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'object' && next !== null) {
      for (const inner of Object.values(next)) open.push(inner);
    } else if (next !== null && next !== undefined) return true;
  }
  return false;
}
