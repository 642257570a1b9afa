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
  usualRect,
} from '../../../../renderer/pdf/placement/placement-moves.ts';
