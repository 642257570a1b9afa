/**
 * Several ranges of a document in one answer: `Range: pieces=0-9,30-39`, answered by the bytes of all, one after the other. The page reads
 * the object of each page of a long document, and a request for each takes longer than reading them.
 */

/** Both ends included. */
export type Piece = { start: number; end: number };

/** Of one request. */
export const maxPieces = 64;
export const maxPiecesBytes = 4 * 1024 * 1024;

/** Value of `Accept-Ranges` where pieces can be requested. */
export const acceptsPieces = 'bytes, pieces';

export const piecesHeader = (pieces: readonly Piece[]): string => `pieces=${pieces.map(({ start, end }) => `${start}-${end}`).join(',')}`;

export const pieceLength = ({ start, end }: Piece): number => end - start + 1;

/** Returns the pieces that a `Range` header requests of `size` bytes; null for another header, `unsatisfiable` above the bounds. */
export function parsePieces(header: string | null, size: number): Piece[] | 'unsatisfiable' | null {
  const [, list] = /^pieces=(\d{1,15}-\d{1,15}(?:,\d{1,15}-\d{1,15})*)$/.exec(header ?? '') ?? [];
  if (list === undefined) return null;
  const pieces = list.split(',').map((piece) => {
    const [start = 0, end = 0] = piece.split('-').map(Number);
    return { start, end };
  });
  const fits = pieces.length <= maxPieces && pieces.every(({ start, end }) => start <= end && end < size);
  return fits && pieces.reduce((sum, piece) => sum + pieceLength(piece), 0) <= maxPiecesBytes ? pieces : 'unsatisfiable';
}
