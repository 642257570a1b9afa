export {
  lineShown,
  mayHaveBeenSigned,
  type QueueRow,
  rowOf,
  sectionsOf,
  selectionAfter,
  withTold,
} from '../../../../renderer/features/signing/queue/derive.ts';
