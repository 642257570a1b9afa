export { dayOf, faceScores, marksOf, parted } from '../../../../renderer/features/customers/record/fields.ts';
export { pairOf, picturesOf } from '../../../../renderer/features/customers/record/pictures.ts';
export { type TextWords, textOf } from '../../../../renderer/features/customers/record/text.ts';
export type { RecordWords } from '../../../../renderer/features/customers/record/words.ts';
export {
  type Extent,
  fitOf,
  fitted,
  kept,
  moved,
  rotated,
  type Zoom,
  zoomed,
} from '../../../../renderer/features/customers/record/zoom.ts';
