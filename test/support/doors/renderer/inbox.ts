export { marksOf, titleOf, useItemWords } from '../../../../renderer/features/web-service/received/ReceivedRow.tsx';
export {
  applyItem,
  belongs,
  createArrivals,
  dropItem,
  neighbourOf,
  useInbox,
  useReceived,
} from '../../../../renderer/features/web-service/store.ts';
