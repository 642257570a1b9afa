/** A text of a match, with the parts marked that equal parts of the query. */
import { matchingRanges } from '../../../../shared/domain/names.ts';

type Piece = { at: number; text: string; marked: boolean };

function piecesOf(text: string, query: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of query === '' ? [] : matchingRanges(text, query)) {
    pieces.push({ at, text: text.slice(at, start), marked: false }, { at: start, text: text.slice(start, end), marked: true });
    at = end;
  }
  return [...pieces, { at, text: text.slice(at), marked: false }].filter((piece) => piece.text !== '');
}

export function Highlighted({ text, query }: { text: string; query: string }) {
  return piecesOf(text, query).map((piece) => (piece.marked ? <mark key={piece.at}>{piece.text}</mark> : piece.text));
}
