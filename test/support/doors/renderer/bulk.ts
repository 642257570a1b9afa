export { queue as toasts } from '../../../../renderer/components/toast-queue.ts';
export { exportRun, openRun, retryFailed } from '../../../../renderer/features/screening/bulk/actions.ts';
export {
  check,
  chooseFile,
  setEmptyText,
  setMapping,
  setOptions,
  start,
} from '../../../../renderer/features/screening/bulk/draft/actions.ts';
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
export { choose, followRuns, runs, useBulk } from '../../../../renderer/features/screening/bulk/store.ts';
