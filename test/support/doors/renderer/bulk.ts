export {
  draftOf,
  emptyValues,
  leastSeconds,
  moved,
  obstacleOf,
  withPreview,
} from '../../../../renderer/features/screening/bulk/draft/draft.ts';
export { rowAfter } from '../../../../renderer/features/screening/bulk/results/grid-keys.ts';
export { createPager, pageSize } from '../../../../renderer/features/screening/bulk/results/pager.ts';
export { rowShown } from '../../../../renderer/features/screening/bulk/results/row-state.ts';
export { canResume, goesOn, lacksRows, runShown } from '../../../../renderer/features/screening/bulk/run-state.ts';
