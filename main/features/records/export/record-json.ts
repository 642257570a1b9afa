/** Writes a stored record as a JSON file, with its pictures, video and documents back in their places, none of them whole in memory. */
import type { RecordFile } from '../../../../shared/domain/records/record.ts';
import { encodeBase64 } from '../../../platform/json/base64-stream.ts';
import { type JsonPath, scanJson } from '../../../platform/json/exact-json.ts';
import { jsonPathKey } from '../reading/json-path.ts';
import type { RecordRow } from '../record-repository.ts';

/**
 * Yields the record's text as received (of a fetched record the whole answer), numbers digit for digit, UTF-8. Files become plain
 * base64, whatever form of base64 they had (the form is not stored), so the bytes are not those of the answer's SHA-256; a text that was
 * no base64 is unchanged. Where `withFiles` is false, or `file` returns null, the null in its place stays.
 * @throws what reading a file throws
 */
export async function* recordJson(
  { json, files }: Pick<RecordRow, 'json' | 'files'>,
  file: (id: string) => AsyncIterable<Uint8Array> | null,
  withFiles: boolean,
): AsyncGenerator<Uint8Array> {
  let done = 0;
  for (const place of withFiles ? placesOf(json, files) : []) {
    const content = file(place.file.id);
    if (content === null) continue;
    yield Buffer.from(`${json.slice(done, place.start)}"`);
    yield* textOf(place.file, content);
    yield Buffer.from('"');
    done = place.end;
  }
  yield Buffer.from(json.slice(done));
}

const textOf = (file: RecordFile, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  file.decoded ? encodeBase64(content) : quoted(content);

async function* quoted(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const escaped = (text: string) => Buffer.from(JSON.stringify(text).slice(1, -1));
  for await (const chunk of content) yield escaped(decoder.decode(chunk, { stream: true }));
  yield escaped(decoder.decode());
}

/** Position of the `null` in place of a file's text: UTF-16 units, `end` not included. */
type Place = { file: RecordFile; start: number; end: number };

/**
 * Returns the places of the files, in the order of the text. The files of a repeated member are in its last places, in their order.
 * A file has no place when its member is missing or is not null.
 */
function placesOf(json: string, files: readonly RecordFile[]): Place[] {
  const byPath = Map.groupBy(files, (file) => jsonPathKey(file.path));
  const starts = new Map<string, number[]>([...byPath.keys()].map((key) => [key, []]));
  const noteNull = (start: number, path: () => JsonPath): void => void starts.get(jsonPathKey(path()))?.push(start);
  scanJson(json, { maxDepth: Number.POSITIVE_INFINITY, noteNull });
  const found = [...byPath].flatMap(([key, ofPath]) =>
    ofPath.toReversed().flatMap((file, at) => {
      const start = starts.get(key)?.at(-1 - at);
      return start === undefined ? [] : [{ file, start, end: start + 'null'.length }];
    }),
  );
  return found.sort((a, b) => a.start - b.start);
}
