export {
  type ByteSource,
  beginningOf,
  chunkedSource,
  isSameRange,
  lastPositionOf,
  positionsOf,
  sourceOf,
} from '../../../main/platform/files/byte-source.ts';
