export { fromPoints, roomWords, toPoints } from '../../../../renderer/pdf/placement/lengths.ts';
export {
  drawn,
  handles,
  keyed,
  moved,
  reanchored,
  resized,
  rounded,
  type Size,
  smallest,
  styleOn,
  usualRect,
  usualRule,
} from '../../../../renderer/pdf/placement/placement-moves.ts';
