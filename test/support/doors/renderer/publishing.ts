export { keysOf, typedKeys } from '../../../../renderer/state/publishing/keys.ts';
export { belongs } from '../../../../renderer/state/publishing/store.ts';
