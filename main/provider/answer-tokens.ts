/** JSON of an answer as tokens while it arrives, in pieces of bounded size. */
import { jsonParser, type parser } from 'stream-json/parser.js';
import { StationError } from '../../shared/errors.ts';

export type JsonToken = parser.Token;

/**
 * Tokens of each chunk. Strings, keys and numbers come in pieces (`startString`, `stringChunk`…,
 * `endString`), so that nothing long is put together here. Bytes that are no UTF-8 become U+FFFD: one bad
 * character must not cost the other documents of the answer.
 * @throws StationError `answer-not-json`; `answer-cut-off` when the line breaks; `answer-not-as-described` past `maxBytes`
 */
export async function* answerTokens(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<JsonToken[]> {
  const decoder = new TextDecoder();
  const tokenize = jsonParser({ packValues: false });
  let bytes = 0;

  const tokensOf = (text: string): JsonToken[] => {
    try {
      // `tokenize` answers with a symbol for "nothing yet", else with the tokens.
      const found = tokenize(text);
      return typeof found === 'symbol' ? [] : found.values;
    } catch (cause) {
      throw new StationError('answer-not-json', undefined, { cause });
    }
  };

  for await (const chunk of unbroken(chunks)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new StationError('answer-not-as-described', undefined, { message: 'answer larger than can be' });
    // An error costs the tokens of the piece that it is in; an entry is complete only at a brace, so with
    // pieces that end there no complete entry is lost, however the line cut the chunks.
    const text = decoder.decode(chunk, { stream: true });
    // Looking for the places to cut costs more than reading what is cut; of base64 there are none.
    for (const piece of text.includes('}') ? text.split(/(?<=\})/) : [text]) yield tokensOf(piece);
  }
  // The line feed settles a number or word that the end of the text leaves open.
  yield tokensOf(`${decoder.decode()}\n`);
}

async function* unbroken(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (cause) {
    throw new StationError('answer-cut-off', undefined, { cause });
  }
}
