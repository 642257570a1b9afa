/** Reads texts of an answer that are JSON themselves, as in `{"d": "{…}"}`, while they arrive: one of them may be the answer. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';

/** A text that is read as an answer. */
export type TextReader<Answer> = {
  write(text: string): Promise<void>;
  /** Ends the text. */
  end(): Promise<Answer>;
};

const beginOfJson = /^\s*(?:\{\s*"|\[\s*[{["])/;
/** Each costs more than the rest of a short text. */
const maxTexts = 20;

/**
 * Returns a function that begins to read a text, by its first characters or all of it; null for one that is no JSON.
 * @param read never rejects
 */
export function createTextReaders<Answer>(
  read: (chunks: AsyncIterable<Uint8Array>) => Promise<Answer>,
): (begin: string) => TextReader<Answer> | null {
  let left = maxTexts;
  return (begin) => {
    if (left === 0 || !beginOfJson.test(begin)) return null;
    left -= 1;
    const input = new PassThrough();
    // Its reader stops at a fault, after which the rest of the text is of no use.
    input.on('error', () => undefined);
    const answer = read(input);
    return {
      async write(text) {
        if (input.destroyed || input.write(text)) return;
        await Promise.race([once(input, 'drain'), answer]).catch(() => undefined);
      },
      end() {
        input.end();
        return answer;
      },
    };
  };
}
