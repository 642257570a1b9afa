/** Reads the text of a file piece by piece. */
import { createReadStream } from 'node:fs';
import type { TableOptions } from '../../../../../shared/domain/bulk-screening.ts';
import { createEncodingGuess, type TextEncoding } from '../../../../platform/files/text-encoding.ts';
import { checkSignal, readingProblem, unreadable } from './table-row.ts';

/**
 * Yields the text without its byte order mark. Bytes that the encoding does not have are never replaced: a name with a replacement
 * character would be screened, and be clear.
 * @throws StationError `table-unreadable`, `cancelled`
 */
export async function* readText(path: string, encoding: TableOptions['encoding'], signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of bytesOfFile(path, signal)) yield textual(path, decoded(decoder, chunk) ?? (await damaged()));
  yield textual(path, decoded(decoder) ?? (await damaged()));

  async function damaged(): Promise<never> {
    throw unreadable(path, 'not-this-encoding', { line: await damagedLine(path, encoding, signal), encoding });
  }
}

/** Returns null for bytes that the encoding does not have. */
function decoded(decoder: TextDecoder, bytes?: Uint8Array): string | null {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return null;
  }
}

/** Finds the line of the first bytes that the encoding does not have: reads the file again, in small pieces. */
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

/** Guesses the encoding; reads the whole file where its start is not enough, and stores none of it. @throws StationError `table-unreadable`, `cancelled` */
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

/** Rejects a NUL, which no list of persons has: the file is a picture, a program, or UTF-16 read as another encoding. */
function textual(path: string, text: string): string {
  if (text.includes('\0')) throw unreadable(path, 'not-text');
  return text;
}
