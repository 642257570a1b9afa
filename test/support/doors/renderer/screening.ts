export {
  badgeOf,
  choicesOf,
  decisionsOn,
  everyMatch,
  groupedMatches,
  leftOver,
  memberRows,
  openMatches,
  shownOutcome,
  unreadItems,
} from '../../../../renderer/features/screening/derive.ts';
export { doubtOfName } from '../../../../renderer/features/screening/name-order.ts';
