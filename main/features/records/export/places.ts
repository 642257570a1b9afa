/** Where in a record's JSON the texts of its files stood. Pure. */
import type { RecordFile } from '../../../../shared/domain/record.ts';
import { jsonPathKey } from '../reading/json-path.ts';

/** Of the `null` in its place: UTF-16 units, `end` not included. */
type Place = { file: RecordFile; start: number; end: number };

type Level = { array: boolean; step: string | number };

/**
 * In the order in which they stand. Of a member that stands twice the last counts, as it did when the files were kept;
 * a file whose place is not there, or is not null, has none.
 */
export function placesOf(json: string, files: readonly RecordFile[]): Place[] {
  const byPath = new Map(files.map((file) => [jsonPathKey(file.path), file]));
  const found = new Map<RecordFile, Place>();
  const levels: Level[] = [];
  for (let at = 0; at < json.length; at++) {
    const level = levels.at(-1);
    const character = json[at];
    if (character === '"') {
      const start = at++;
      while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
      // Before a colon it is the member's name; of any other text it does not matter.
      if (level && !level.array && isName(json, at + 1)) level.step = JSON.parse(json.slice(start, at + 1)) as string;
    } else if (character === '{' || character === '[') {
      levels.push({ array: character === '[', step: character === '[' ? 0 : '' });
    } else if (character === '}' || character === ']') {
      levels.pop();
    } else if (character === ',') {
      if (level?.array) level.step = Number(level.step) + 1;
    } else if (character === 'n') {
      const file = byPath.get(jsonPathKey(levels.map(({ step }) => step)));
      if (file) found.set(file, { file, start: at, end: at + 'null'.length });
      at += 'null'.length - 1;
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

function isName(json: string, after: number): boolean {
  let at = after;
  while (/\s/.test(json.charAt(at))) at++;
  return json[at] === ':';
}
