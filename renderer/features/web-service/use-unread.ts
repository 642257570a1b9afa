/** Counts for the rail: unread items. */
import { useInbox } from './store.ts';

export const useInboxUnread = (): number => useInbox(({ counts }) => counts?.unread ?? 0);
