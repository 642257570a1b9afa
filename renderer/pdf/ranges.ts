/** The ranges that pdf.js asks for. Its own requests wait without end for one that fails after loading. */
import { PDFDataRangeTransport } from 'pdfjs-dist';
import { maxPieces, maxPiecesBytes, type Piece, pieceLength } from '../../shared/domain/pieces.ts';
import type { FirstBytes, Source } from './source.ts';

/** Milliseconds after which a range that failed is requested once more: a share of the network may be away for a moment. */
const againAfterMs = 1_000;

/** Takes pieces for one request off the list. */
function takeBatch(wanted: Piece[], atOnce: number): Piece[] {
  let [count, bytes] = [0, 0];
  for (const piece of wanted) {
    bytes += pieceLength(piece);
    if (count > 0 && (count === atOnce || bytes > maxPiecesBytes)) break;
    count += 1;
  }
  return wanted.splice(0, count);
}

/**
 * Ranges that are asked for at one moment share requests, where the source takes that.
 * @param onFailure called for each request that failed twice
 */
export function createRanges({ bytes, size, takesPieces }: FirstBytes, read: Source['read'], onFailure: (thrown: unknown) => void) {
  const wanted: Piece[] = [];
  const ranges = new PDFDataRangeTransport(size, bytes);

  async function fetchBatch(batch: readonly Piece[]): Promise<void> {
    const again = () => new Promise((resolve) => setTimeout(resolve, againAfterMs)).then(() => read(batch));
    const all = await read(batch).catch(again);
    let at = 0;
    for (const piece of batch) {
      ranges.onDataRange(piece.start, all.subarray(at, at + pieceLength(piece)));
      at += pieceLength(piece);
    }
  }

  function fetchWanted(): void {
    while (wanted.length > 0) fetchBatch(takeBatch(wanted, takesPieces ? maxPieces : 1)).catch(onFailure);
  }

  ranges.requestDataRange = (begin, end) => {
    if (wanted.length === 0) setTimeout(fetchWanted);
    wanted.push({ start: begin, end: end - 1 });
  };
  return ranges;
}
