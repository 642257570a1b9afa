export { start } from '../../../../renderer/features/screening/bulk/draft/actions.ts';
export {
  draftOf,
  emptyValues,
  leastSeconds,
  moved,
  obstacleOf,
  withPreview,
} from '../../../../renderer/features/screening/bulk/draft/draft.ts';
export { createPager, pageSize } from '../../../../renderer/features/screening/bulk/results/pager.ts';
export { rowAfter } from '../../../../renderer/features/screening/bulk/results/ResultGrid.tsx';
export { canResume, goesOn, lacksRows, outcomeToOpen, runShown } from '../../../../renderer/features/screening/bulk/run-state.ts';
export { useBulk } from '../../../../renderer/features/screening/bulk/store.ts';
