export { keysOf, typedKeys } from '../../../../renderer/features/web-service/published/keys.ts';
export { belongs } from '../../../../renderer/features/web-service/published/store.ts';
