/** A file of the form whose bytes are read only while the form is sent. */
import { ReadableStream } from 'node:stream/web';
import { type Problem, problem, problemOf } from '../../shared/errors.ts';
import type { SentContent } from './provider.ts';

/** The station could not read what it was sending, so the form broke off within this file. */
export class BrokenContent extends Error {
  readonly problem: Problem;

  constructor(found: Problem, cause?: unknown) {
    super(found.code, { cause });
    this.name = 'BrokenContent';
    this.problem = found;
  }
}

/**
 * As a `File`, because undici's form takes nothing else. It asks for `size` to work out the Content-Length and
 * iterates over `stream()` as fast as the socket takes the bytes; the File's own bytes are none. To be appended
 * without a file name of its own: undici would make a plain (empty) File of it.
 */
export class SentFile extends File {
  readonly #content: SentContent;

  constructor(content: SentContent, fileName: string) {
    super([], fileName, { type: 'application/pdf' });
    this.#content = content;
  }

  override get size(): number {
    return this.#content.size;
  }

  override stream(): ReturnType<File['stream']> {
    // Only the names of the types differ: those of Node and those of browsers.
    return ReadableStream.from(exactly(this.#content)) as ReturnType<File['stream']>;
  }
}

/** Never more bytes than were announced, and never a proper end after fewer. @throws BrokenContent */
async function* exactly({ size, read }: SentContent): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of read()) {
      bytes += chunk.byteLength;
      if (bytes > size) break;
      yield chunk;
    }
  } catch (error) {
    throw new BrokenContent(problemOf(error), error);
  }
  if (bytes !== size) throw new BrokenContent(problem('internal', undefined, 'internal: content of another size than announced'));
}
