/** The text of a file, piece by piece. */
import { createReadStream } from 'node:fs';
import type { TableOptions } from '../../../shared/domain/mass-search.ts';
import { createEncodingGuess, type TextEncoding } from '../../files/text-encoding.ts';
import { checkSignal, readingProblem, unreadable } from './table-problems.ts';

/**
 * The byte order mark is left out. Bytes that the encoding does not have are never replaced: a name with a hole in it
 * would be asked, and come back clear.
 * @throws StationError `table-unreadable`, `cancelled`
 */
export async function* textOfFile(path: string, encoding: TableOptions['encoding'], signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw unreadable(path, 'not-this-encoding');
    }
  };
  for await (const chunk of bytesOfFile(path, signal)) yield textual(path, decode(chunk));
  yield textual(path, decode());
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
