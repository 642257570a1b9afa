export { createArrivals } from '../../../../renderer/features/web-service/follow-events.ts';
export { applyItem, belongs, dropItem, neighbourOf, useInbox, useReceived } from '../../../../renderer/features/web-service/store.ts';
export { marksOf, titleOf, useItemWords } from '../../../../renderer/features/web-service/words.ts';
