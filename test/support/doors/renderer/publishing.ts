export { keysOf, typedKeys } from '../../../../renderer/features/web-service/published/actions.ts';
export { belongs } from '../../../../renderer/features/web-service/published/store.ts';
