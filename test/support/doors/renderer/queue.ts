export {
  connectionShown,
  type QueueRow,
  rowOf,
  sectionsOf,
  selectionAfter,
  withUpdates,
} from '../../../../renderer/features/signing/queue/derive.ts';
