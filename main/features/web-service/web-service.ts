/** The door of web-service: all that other areas import. */
export { openAccess } from './access/access.ts';
export { createWebService, type WebService } from './create-web-service.ts';
export type { Inbox } from './inbox/inbox.ts';
export { openInboxRepository } from './inbox/inbox-repository.ts';
export { openInbox } from './inbox/open-inbox.ts';
export type { Publishing } from './publishing/publishing.ts';
export { openPublishing } from './publishing/publishing.ts';
