/** The text of a file, piece by piece. */
import { createReadStream } from 'node:fs';
import type { TableOptions } from '../../../../shared/domain/bulk-screening.ts';
import { createEncodingGuess, type TextEncoding } from '../../../platform/files/text-encoding.ts';
import { checkSignal, readingProblem, unreadable } from './table-problems.ts';

/**
 * The byte order mark is left out. Bytes that the encoding does not have are never replaced: a name with a hole in it
 * would be asked, and come back clear.
 * @throws StationError `table-unreadable`, `cancelled`
 */
export async function* textOfFile(path: string, encoding: TableOptions['encoding'], signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of bytesOfFile(path, signal)) yield textual(path, decoded(decoder, chunk) ?? (await damaged()));
  yield textual(path, decoded(decoder) ?? (await damaged()));

  async function damaged(): Promise<never> {
    throw unreadable(path, 'not-this-encoding', { line: await damagedLine(path, encoding, signal), encoding });
  }
}

/** Null: bytes that the encoding does not have. */
function decoded(decoder: TextDecoder, bytes?: Uint8Array): string | null {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return null;
  }
}

/** Where the first bytes stand that the encoding does not have: the file is read once more, in small pieces. */
async function damagedLine(path: string, encoding: TableOptions['encoding'], signal: AbortSignal | undefined): Promise<number> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  let before = '';
  for await (const chunk of bytesOfFile(path, signal)) {
    for (let from = 0; from < chunk.length; ) {
      let end = from + 1;
      while (end < chunk.length && chunk[end - 1] !== 0x0a && chunk[end - 1] !== 0x0d) end += 1;
      const text = decoded(decoder, chunk.subarray(from, end));
      if (text === null) return line;
      const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0;
      line += before.endsWith('\r') && text.startsWith('\n') ? breaks - 1 : breaks;
      if (text !== '') before = text;
      from = end;
    }
  }
  return line;
}

/** Reads the whole file where its start does not tell, without keeping it. @throws StationError `table-unreadable`, `cancelled` */
export async function guessEncoding(path: string, signal?: AbortSignal): Promise<TextEncoding> {
  const guess = createEncodingGuess();
  for await (const chunk of bytesOfFile(path, signal)) {
    guess.add(chunk);
    if (guess.settled()) break;
  }
  return guess.result();
}

async function* bytesOfFile(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) {
      checkSignal(signal);
      yield chunk;
    }
  } catch (thrown) {
    throw readingProblem(path, thrown);
  }
}

/** No text of people has a NUL in it: it is a picture, a program, or UTF-16 under another name. */
function textual(path: string, text: string): string {
  if (text.includes('\0')) throw unreadable(path, 'not-text');
  return text;
}
