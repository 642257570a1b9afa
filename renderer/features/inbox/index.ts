export { connectInbox } from './connect.ts';
export { InboxView } from './InboxView.tsx';
export { useInboxUnread } from './use-unread.ts';
