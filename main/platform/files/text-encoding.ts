/** How the text of a file is encoded, as people and spreadsheets write it. */

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export type EncodingGuess = {
  /** The next bytes of the file, in order. */
  add(chunk: Uint8Array): void;
  /** Whether further bytes can change the result. */
  settled(): boolean;
  result(): TextEncoding;
};

/**
 * In Windows-1252 two letters and signs side by side now and then happen to be a character of UTF-8 (É» is ɻ), never as
 * often as one of these in so many.
 */
const chanceIn = 10;

/**
 * By its mark; else UTF-8 when every byte fits; else Windows-1252, as spreadsheets on Windows still write. UTF-8 that was
 * damaged somewhere stays UTF-8, which then cannot be read: as Windows-1252 it could, and every Ñ in it would be `Ã‘`.
 */
export function createEncodingGuess(): EncodingGuess {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const lenient = new TextDecoder('utf-8');
  const start: number[] = [];
  let whole = true;
  /** Characters of several bytes, those of them that Western names have, and bytes that are none. */
  const seen = { all: 0, western: 0, none: 0 };
  const look = (chunk?: Uint8Array): void => {
    const stream = chunk !== undefined;
    try {
      if (whole) strict.decode(chunk, { stream });
    } catch {
      whole = false;
    }
    const text = lenient.decode(chunk, { stream });
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x80) continue;
      if (code === 0xfffd) seen.none += 1;
      else seen.all += 1;
      if (code <= 0xff) seen.western += 1;
    }
  };
  const isDamaged = () => seen.western > 0 || seen.all * chanceIn >= seen.none;
  return {
    add(chunk) {
      if (start.length < 3) start.push(...chunk.subarray(0, 3 - start.length));
      if (encodingOfMark(start) === null) look(chunk);
    },
    settled: () => encodingOfMark(start) !== null,
    result() {
      const marked = encodingOfMark(start);
      if (marked !== null) return marked;
      look();
      return whole || (seen.all > 0 && isDamaged()) ? 'utf-8' : 'windows-1252';
    },
  };
}

/** Of a text that is at hand whole. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const guess = createEncodingGuess();
  guess.add(bytes);
  return guess.result();
}

function encodingOfMark([first, second, third]: readonly number[]): TextEncoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
