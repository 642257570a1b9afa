export {
  canOverride,
  clientInfoOf,
  inOrder,
  keysOfVisit,
  namedVisit,
  nextStep,
  noDetails,
  saysNothing,
  titleOf,
  trimmed,
} from '../../../../renderer/features/visits/derive.ts';
export { initialFetchInput, knownPart, missingParts, ownParts, partsInOrder } from '../../../../renderer/features/visits/fetch-input.ts';
export { marksInLine, marksOf } from '../../../../renderer/features/visits/marks.ts';
export { distinctTimes } from '../../../../renderer/features/visits/page/distinct-times.ts';
export { byDay, dayOf, newestFirst, toTimelineEntry } from '../../../../renderer/features/visits/page/timeline.ts';
export { type TimelineWords, useTimelineWords } from '../../../../renderer/features/visits/page/use-timeline-words.ts';
