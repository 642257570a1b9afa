export { createArrivals } from '../../../../renderer/features/inbox/arrivals.ts';
export { belongs, gone, neighbourOf, told, useInbox, useReceived } from '../../../../renderer/features/inbox/store.ts';
export { marksOf, titleOf, useItemWords } from '../../../../renderer/features/inbox/words.ts';
