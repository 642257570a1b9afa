export { followInbox } from './follow-events.ts';
export { useInboxUnread } from './store.ts';
