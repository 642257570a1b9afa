/** Reads `SignedDocuments` of a record (interface description, Resources), whose element structure is not shown. Pure. */
import type { RecordDocument, RecordFile } from '../../../../shared/domain/records/record.ts';
import { isObject } from '../../../platform/json/exact-json.ts';
import { stepInto } from './json-path.ts';
import type { RecordCollector } from './record-collector.ts';

/** Names of members whose text names a document, likeliest first. */
const documentNames = [
  /^(file|document|doc)_?name$|^nombre_?(de|del)?_?(archivo|documento)$/i,
  /^name$|^nombre$/i,
  /^title$|^t[ií]tulo$/i,
  /name|nombre|t[ií]t(le|ulo)/i,
  /reference|referencia/i,
  /^(file|archivo|document|documento|description|descripci[oó]n|type|tipo)/i,
];

/** Longer texts are no names. */
const maxNameLength = 200;

/** Every file under it is a document. */
export function readDocuments(value: unknown, files: readonly RecordFile[], collector: RecordCollector): RecordDocument[] {
  // Members next to the documents. A value of nothing but files adds nothing.
  if (hasContent(value)) collector.addOther(['SignedDocuments'], value);
  return (
    files
      // Of a member that occurs twice the last is the document; the first is among the other files.
      .filter((file) => file.path[0] === 'SignedDocuments' && collector.fileAt(file.path) === file)
      .map((file, number) => ({ number, name: documentName(value, file.path.slice(1)), file }))
  );
}

/** Returns the text that names the file, next to it or next to an object that contains it. */
function documentName(value: unknown, path: RecordFile['path']): string | null {
  const within = [value];
  for (const step of path.slice(0, -1)) within.push(stepInto(within.at(-1), step));
  for (const object of within.reverse()) {
    const name = isObject(object) ? nameIn(object) : null;
    if (name !== null) return name;
  }
  return null;
}

function nameIn(object: Record<string, unknown>): string | null {
  const texts = Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= maxNameLength ? [{ name, value: value.trim() }] : [],
  );
  for (const rule of documentNames) {
    const found = texts.find(({ name }) => rule.test(name));
    if (found) return found.value;
  }
  return null;
}

/** Whether anything but null is in it. Without recursion, as the depth is the provider's choice. */
export function hasContent(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'object' && next !== null) {
      for (const inner of Object.values(next)) open.push(inner);
    } else if (next !== null && next !== undefined) return true;
  }
  return false;
}
