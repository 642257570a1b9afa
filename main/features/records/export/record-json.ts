/** Writes a stored record as a JSON file, its pictures, video and documents back where they stood, without any of them whole in memory. */
import type { RecordFile } from '../../../../shared/domain/record.ts';
import type { RecordRow } from '../record-row.ts';
import { placesOf } from './places.ts';

/** Characters that become bytes at once. */
const piece = 64 * 1024;

/**
 * The record's text as it came, number by number, UTF-8. Files come back as plain base64, whatever form of base64 they
 * had (the form is not kept), so the bytes are not those that the SHA-256 of the answer was taken of; a text that was no
 * base64 comes back as it was. Where `withFiles` is false, or `file` gives null, null stays in place.
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
    yield* bytesOf(json.slice(done, place.start));
    yield Buffer.from('"');
    yield* textOf(place.file, content);
    yield Buffer.from('"');
    done = place.end;
  }
  yield* bytesOf(json.slice(done));
}

const textOf = (file: RecordFile, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  file.decoded ? base64(content) : quoted(content);

function* bytesOf(text: string): Generator<Uint8Array> {
  for (let from = 0; from < text.length; ) {
    // The halves of one character stay together: alone each would become a question mark.
    const cut = Math.min(from + piece, text.length);
    const until = /[\ud800-\udbff]/.test(text.charAt(cut - 1)) ? Math.min(cut + 1, text.length) : cut;
    yield Buffer.from(text.slice(from, until));
    from = until;
  }
}

/** Three bytes are four characters; what does not make three waits for more. */
async function* base64(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes = rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    // A copy: the chunk may be used again by who gave it.
    rest = Buffer.from(bytes.subarray(whole));
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
}

async function* quoted(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const escaped = (text: string) => Buffer.from(JSON.stringify(text).slice(1, -1));
  for await (const chunk of content) yield escaped(decoder.decode(chunk, { stream: true }));
  yield escaped(decoder.decode());
}
