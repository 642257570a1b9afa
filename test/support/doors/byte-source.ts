export {
  type ByteSource,
  beginningOf,
  chunkedSource,
  lastPositionOf,
  piecesOf,
  positionsOf,
} from '../../../main/platform/files/byte-source.ts';
