/** Breaks text into lines of a width: at blanks, and inside a word only when the word alone is too long. */
export type Measure = (text: string) => number;

/** Maximum length of a word that is measured whole. */
const maxWholeLength = 200;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Breaks a text, which may have `\n`, into lines. An empty text is one empty line. Removes leading and repeated blanks. */
export function breakLines(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => breakParagraph(paragraph, width, measure));
}

function breakParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const blank = measure(' ');
  const lines: string[] = [];
  let line: string[] = [];
  let used = 0;
  const close = () => {
    lines.push(line.join(' '));
    line = [];
    used = 0;
  };
  for (const word of paragraph.split(' ').filter((part) => part !== '')) {
    for (const piece of pieces(word, width, measure)) {
      const more = line.length > 0 ? blank : 0;
      if (line.length > 0 && used + more + piece.width > width) close();
      used += (line.length > 0 ? blank : 0) + piece.width;
      line.push(piece.text);
      if (!piece.last) close();
    }
  }
  if (line.length > 0 || lines.length === 0) close();
  return lines;
}

type Piece = { text: string; width: number; last: boolean };

function pieces(word: string, width: number, measure: Measure): Piece[] {
  const whole = word.length <= maxWholeLength ? measure(word) : Number.POSITIVE_INFINITY;
  if (whole <= width) return [{ text: word, width: whole, last: true }];
  const cut: Piece[] = [];
  let text = '';
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    const more = measure(segment);
    if (text !== '' && used + more > width) {
      cut.push({ text, width: used, last: false });
      text = '';
      used = 0;
    }
    text += segment;
    used += more;
  }
  cut.push({ text, width: used, last: true });
  return cut;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const leftToRight = /\p{L}/u;

type Direction = 'right' | 'left' | 'none';
const direction = (word: string): Direction => (rightToLeft.test(word) ? 'right' : leftToRight.test(word) ? 'left' : 'none');

/** Whether the words of a line must be drawn one by one. */
export const holdsRightToLeft = (line: string): boolean => rightToLeft.test(line);

export type PlacedWord = { word: string; at: number };

/**
 * Returns the words of a line in reading order, each with its distance from the line's left end: a run of Arabic or Hebrew words is read
 * from its right end. The font engine orders the letters of a word.
 */
export function placeWords(line: string, measure: Measure): PlacedWord[] {
  const words = line.split(' ');
  const blank = measure(' ');
  const placed: PlacedWord[] = [];
  let at = 0;
  for (let index = 0; index < words.length; ) {
    const run = words.slice(index, endOfRun(words, index));
    const seen = run.reverse().map((word) => {
      const start = at;
      at += measure(word) + blank;
      return { word, at: start };
    });
    placed.push(...seen.reverse());
    index += run.length;
  }
  return placed;
}

/** Returns the index after the run of right-to-left words that begins at `start`; numbers between such words belong to the run. */
function endOfRun(words: readonly string[], start: number): number {
  if (direction(words[start] ?? '') !== 'right') return start + 1;
  let end = start + 1;
  for (let index = end; index < words.length; index += 1) {
    const turned = direction(words[index] ?? '');
    if (turned === 'left') break;
    if (turned === 'right') end = index + 1;
  }
  return end;
}
