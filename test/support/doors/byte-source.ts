export {
  type ByteSource,
  beginningOf,
  chunkedSource,
  isSameRange,
  lastPositionOf,
  positionsOf,
} from '../../../main/platform/files/byte-source.ts';
