export { draftOf, emptyValues, leastSeconds, moved, obstacleOf, withPreview } from '../../../../renderer/features/mass/draft/draft.ts';
export { rowAfter } from '../../../../renderer/features/mass/results/grid-keys.ts';
export { createPager, pageSize } from '../../../../renderer/features/mass/results/pager.ts';
export { rowShown } from '../../../../renderer/features/mass/results/row-state.ts';
export { canResume, goesOn, lacksRows, runShown } from '../../../../renderer/features/mass/run-state.ts';
