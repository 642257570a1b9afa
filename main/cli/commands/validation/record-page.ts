/** A record as text for a terminal. */
import type { RecordField, RecordReading } from '../../../../shared/domain/records/record.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import { aligned, printable } from '../../support/table.ts';

/** `path`: the JSON path in the record, with dots. `name`: in the folder, null if the file was not written; `file`: its absolute path. */
export type ListedFile = { path: string; name: string | null; mime: string | null; size: number; sha256: string; file: string | null };

/** Mismatches, then the fields with a value by section, undescribed members, and files. */
export function recordPage({ sections, scores, mismatches, other }: RecordReading, files: readonly ListedFile[], words: Words): string {
  const { say } = words;
  const part = (heading: string, rows: readonly string[][]): string[] =>
    rows.length === 0
      ? []
      : [[printable(heading), ...aligned(rows.map((row) => row.map(printable))).map((line) => `  ${line.trimEnd()}`)].join('\n')];
  const rowsOf = (fields: readonly RecordField[]): string[][] =>
    fields.flatMap((field) =>
      field.state !== 'null' && field.state !== 'missing' && field.value !== '' ? [[labelOf(field.name, say), textOf(field, say)]] : [],
    );
  return [
    ...part(
      say('validation.stands-out'),
      mismatches.map(({ kind, texts }) => [say(`record:mismatches.${kind}.what`), texts.join(' · ')]),
    ),
    ...sections.flatMap(({ id, fields }) => part(say(`record:sections.${id}`), rowsOf(fields))),
    ...scores.flatMap(({ number, fields }) => part(say('validation.score', { number: number + 1 }), rowsOf(fields))),
    ...part(
      say('validation.other'),
      Object.entries(other ?? {}).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    ...part(
      say('validation.files'),
      files.map(({ path, name, mime, size, sha256 }) => [name ?? path, mime ?? '—', say('validation.bytes', { count: size }), sha256]),
    ),
  ].join('\n\n');
}

const labelOf = (name: string, say: Words['say']): string => {
  const key = `record:fields.${name.replaceAll('.', '_')}`;
  return say(key, { defaultValue: name });
};

function textOf({ value }: RecordField, say: Words['say']): string {
  // Its long text is in a file.
  if (value === null) return say('record:values.inFile');
  if (typeof value === 'boolean') return say(`record:values.${value ? 'yes' : 'no'}`);
  return String(value);
}
