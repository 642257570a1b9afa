export { connectInbox } from './connect.ts';
export { InboxView, type InboxViewProps } from './InboxView.tsx';
export { useInboxUnread } from './use-unread.ts';
