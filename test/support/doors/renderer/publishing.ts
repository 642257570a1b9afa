export { belongs, keysOf, typedKeys } from '../../../../renderer/features/web-service/published/store.ts';
