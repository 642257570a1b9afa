export { followSigning } from '../../../../renderer/features/signing/follow-events.ts';
export { useSigning } from '../../../../renderer/features/signing/store.ts';
