export { bringBack, remove } from '../../../../renderer/features/signing/queue/actions.ts';
