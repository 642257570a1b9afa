/**
 * Makes received texts printable. Characters without a glyph in the font, and invisible ones (controls, marks of the writing direction,
 * blanks of no width), are shown by their codes, such as `[U+4E2D]`: no character disappears, and none reorders its neighbours.
 */
const lineBreaks = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/gu;
const unseen = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]$/u;
const blank = /^\p{Zs}$/u;

export type Printable = {
  /** May have `\n`. */
  text: string;
  /** Whether a code replaced a character. */
  coded: boolean;
};

const code = (point: number): string => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;

/** `covers`: whether the font of the text has a glyph for the code point. */
export function printable(text: string, covers: (codePoint: number) => boolean): Printable {
  const source = text.replace(lineBreaks, '\n');
  let out = '';
  let codes: string[] = [];
  let coded = false;
  const flush = () => {
    if (codes.length === 0) return;
    out += `[${codes.join(' ')}]`;
    codes = [];
    coded = true;
  };
  let index = 0;
  for (const character of source) {
    const point = character.codePointAt(0) ?? 0;
    const plain = visible(character, point, source, index, covers);
    index += character.length;
    if (plain === null) codes.push(code(point));
    else {
      flush();
      out += plain;
    }
  }
  flush();
  return { text: out, coded };
}

/** Returns the printed form of a character; null when only its code can be printed. */
function visible(character: string, point: number, source: string, index: number, covers: (codePoint: number) => boolean): string | null {
  if (character === '\n') return character;
  if (character === '\t' || blank.test(character)) return ' ';
  if (isJoiner(source, index)) return character;
  return unseen.test(character) || !covers(point) ? null : character;
}

/** Joiners between Arabic letters belong to the spelling; elsewhere they hide something. */
const arabic = /^\p{Script=Arabic}$/u;
const isJoiner = (source: string, index: number): boolean =>
  /[\u200c\u200d]/u.test(source.charAt(index)) && arabic.test(source.charAt(index - 1)) && arabic.test(source.charAt(index + 1));
