export {
  type ByteSource,
  beginningOf,
  chunkedSource,
  lastPositionOf,
  positionsOf,
} from '../../../main/platform/files/byte-source.ts';
