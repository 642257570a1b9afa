/** Reads the texts of a sign answer that are JSON themselves, as in `{"d": "{…}"}`: one of them may be the answer. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { IncomingContent } from '../storage/incoming.ts';
import type { SignAnswer } from './signed-entry.ts';

/** Reads an answer, without throwing. */
type ReadAnswer = (chunks: AsyncIterable<Uint8Array>) => Promise<SignAnswer>;

/** A text that is read as an answer while it arrives. */
export type InnerAnswer = {
  write(text: string): Promise<void>;
  /** Returns the answer at the end of the text; null, with its contents discarded, where it is not whole or has no entries. */
  end(): Promise<SignAnswer | null>;
};

/** Whether a text begins as JSON that may have entries. */
export const mayBeAnswer = (begin: string): boolean => /^\s*[{[]/.test(begin);

export function createInnerAnswer(read: ReadAnswer): InnerAnswer {
  const input = new PassThrough();
  // Its reader stops at a fault, after which the rest of the text is of no use.
  input.on('error', () => undefined);
  const answer = read(input);
  return {
    async write(text) {
      if (input.destroyed || input.write(text)) return;
      await Promise.race([once(input, 'drain'), answer]).catch(() => undefined);
    },
    async end() {
      input.end();
      const found = await answer;
      if (found.items.length > 0 && found.defect === null) return found;
      await discardContents(found);
      return null;
    },
  };
}

/** A failure to discard leaves a temporary file. */
export async function discardContents({ items, otherTexts, unread }: SignAnswer): Promise<void> {
  const contents: (IncomingContent | null)[] = [...items.map(({ content }) => content), ...otherTexts, unread];
  await Promise.allSettled(contents.map((content) => content?.discard()));
}
