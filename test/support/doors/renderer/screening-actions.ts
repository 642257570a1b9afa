export { screenAgain } from '../../../../renderer/features/screening/actions.ts';
export { useScreening } from '../../../../renderer/features/screening/store.ts';
