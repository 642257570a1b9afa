export { followMembers, loadParts, membersOf } from '../../../../renderer/state/page-parts.ts';
