/** What the rail counts: what came and nobody has looked at yet. */
import { useInbox } from './store.ts';

export const useInboxUnread = (): number => useInbox(({ counts }) => counts?.unread ?? 0);
