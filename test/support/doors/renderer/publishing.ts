export { keysOf, typedKeys } from '../../../../renderer/publishing/keys.ts';
export { belongs } from '../../../../renderer/publishing/store.ts';
