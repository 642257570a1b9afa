/** Finds the encoding of a text file that people or spreadsheets wrote. */

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export type EncodingGuess = {
  /** Adds the next bytes of the file. */
  add(chunk: Uint8Array): void;
  /** Whether further bytes can change the result. */
  isCertain(): boolean;
  result(): TextEncoding;
};

/**
 * In Windows-1252, two adjacent characters are sometimes a valid character of UTF-8 (É» is ɻ), but in fewer than one of this
 * number of cases.
 */
const chanceIn = 10;

/**
 * Guesses by the byte order mark; else UTF-8 when every byte fits; else Windows-1252, which spreadsheets on Windows still write. Damaged
 * UTF-8 stays UTF-8, which then cannot be decoded: as Windows-1252 it could, with `Ã‘` for every Ñ.
 */
export function createEncodingGuess(): EncodingGuess {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const lenient = new TextDecoder('utf-8');
  const start: number[] = [];
  let whole = true;
  /** Numbers of characters of several bytes, of those among them that Western names have, and of invalid bytes. */
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
    isCertain: () => encodingOfMark(start) !== null,
    result() {
      const marked = encodingOfMark(start);
      if (marked !== null) return marked;
      look();
      return whole || (seen.all > 0 && isDamaged()) ? 'utf-8' : 'windows-1252';
    },
  };
}

/** Returns the encoding of a whole text. */
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
