export { connectInbox } from './connect.ts';
export { useInboxUnread } from './use-unread.ts';
