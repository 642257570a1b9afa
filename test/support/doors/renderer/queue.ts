export {
  connectionShown,
  leavesSignArea,
  type QueueRow,
  rowOf,
  sectionsOf,
  selectionAfter,
  withUpdates,
} from '../../../../renderer/features/signing/queue/derive.ts';
