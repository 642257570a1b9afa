export { bringBack, remove } from '../../../../renderer/features/signing/queue/actions.ts';
export { useQueueView } from '../../../../renderer/features/signing/queue/store.ts';
