export { createArrivals } from '../../../../renderer/features/web-service/arrivals.ts';
export { applyItem, belongs, gone, neighbourOf, useInbox, useReceived } from '../../../../renderer/features/web-service/store.ts';
export { marksOf, titleOf, useItemWords } from '../../../../renderer/features/web-service/words.ts';
