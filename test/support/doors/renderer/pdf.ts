export { fromPoints, roomWords, toPoints } from '../../../../renderer/pdf/lengths.ts';
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
} from '../../../../renderer/pdf/placement-moves.ts';
