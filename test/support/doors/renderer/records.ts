export { dayOf, faceScores, marksOf, parted } from '../../../../renderer/features/visits/record/fields.ts';
export { pairOf, picturesOf } from '../../../../renderer/features/visits/record/pictures.ts';
export { type TextWords, textOf } from '../../../../renderer/features/visits/record/text.ts';
export type { RecordWords } from '../../../../renderer/features/visits/record/words.ts';
export {
  type Extent,
  fitOf,
  fitted,
  moved,
  rotated,
  withinPane,
  type Zoom,
  zoomed,
} from '../../../../renderer/features/visits/record/zoom.ts';
