export { firstAsked, knownPart, missingParts, ownParts, partsInOrder } from '../../../../renderer/features/customers/asking.ts';
export {
  clientInfoOf,
  keysOfVisit,
  nextStep,
  noDetails,
  saysNothing,
  titleOf,
  trimmed,
} from '../../../../renderer/features/customers/details.ts';
export { canOverride, inOrder } from '../../../../renderer/features/customers/findings.ts';
export { marksInLine, marksOf } from '../../../../renderer/features/customers/marks.ts';
export { byDay, dayOf, toldOf } from '../../../../renderer/features/customers/page/timeline.ts';
export { type ToldWords, useToldWords } from '../../../../renderer/features/customers/page/use-told-words.ts';
