export { faceScores, marksOf, parted } from '../../../../renderer/features/records/fields.ts';
export { pairOf, picturesOf } from '../../../../renderer/features/records/pictures.ts';
export { textOf } from '../../../../renderer/features/records/text.ts';
export type { RecordWords, TextWords } from '../../../../renderer/features/records/words.ts';
export {
  type Extent,
  fitOf,
  fitted,
  moved,
  rotated,
  withinPane,
  type Zoom,
  zoomed,
} from '../../../../renderer/features/records/zoom.ts';
