/** How the text of a file is encoded, as people and spreadsheets write it. */

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export type EncodingGuess = {
  /** The next bytes of the file, in order. */
  add(chunk: Uint8Array): void;
  /** Whether further bytes can change the result. */
  settled(): boolean;
  result(): TextEncoding;
};

/** By its mark; else UTF-8 when every byte fits; else Windows-1252, as spreadsheets on Windows still write. */
export function createEncodingGuess(): EncodingGuess {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start: number[] | null = [];
  let encoding: TextEncoding | null = null;
  const fits = (chunk?: Uint8Array): boolean => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  return {
    add(chunk) {
      if (encoding !== null) return;
      if (start !== null) {
        start.push(...chunk.subarray(0, 2 - start.length));
        if (start.length === 2) {
          encoding = encodingOfMark(start);
          start = null;
        }
      }
      if (encoding === null && !fits(chunk)) encoding = 'windows-1252';
    },
    settled: () => encoding !== null,
    result: () => encoding ?? (fits() ? 'utf-8' : 'windows-1252'),
  };
}

/** Of a text that is at hand whole. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const guess = createEncodingGuess();
  guess.add(bytes);
  return guess.result();
}

function encodingOfMark([first, second]: readonly number[]): TextEncoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
