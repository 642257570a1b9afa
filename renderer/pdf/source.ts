/** Reads a document by ranges from its address. */
import { acceptsPieces, type Piece, pieceLength, piecesHeader } from '../../shared/domain/pieces.ts';

/** A request that was answered with an error. */
export class SourceFailure extends Error {}

export type FirstBytes = {
  bytes: Uint8Array;
  /** Of the whole document. */
  size: number;
  /** Whether several ranges can be read by one request. */
  takesPieces: boolean;
};

export type Source = {
  /** Reads the first bytes, at most `length`. @throws SourceFailure */
  readFirst(length: number): Promise<FirstBytes>;
  /** Reads the bytes of all pieces, one after the other. @throws SourceFailure */
  read(pieces: readonly Piece[]): Promise<Uint8Array>;
};

export function openSource(url: string, signal: AbortSignal): Source {
  const request = async (range: string): Promise<Response> => {
    const answer = await fetch(url, { headers: { Range: range }, signal });
    if (!answer.ok) throw new SourceFailure(String(answer.status));
    return answer;
  };
  const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());
  return {
    async readFirst(length) {
      const answer = await request(`bytes=0-${length - 1}`);
      const bytes = await bytesOf(answer);
      const [, size] = /\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '') ?? [];
      const takesPieces = answer.headers.get('Accept-Ranges') === acceptsPieces;
      return { bytes, size: size === undefined ? bytes.length : Number(size), takesPieces };
    },
    async read(pieces) {
      const [first] = pieces;
      const single = pieces.length === 1 && first !== undefined;
      const bytes = await bytesOf(await request(single ? `bytes=${first.start}-${first.end}` : piecesHeader(pieces)));
      if (bytes.length !== pieces.reduce((sum, piece) => sum + pieceLength(piece), 0)) throw new SourceFailure('length');
      return bytes;
    },
  };
}
