/** The door of web-service: all that other areas import. */
export { openAccess } from './access/access.ts';
export { createWebService, type WebService, type WebServiceDeps } from './create-web-service.ts';
export { type Inbox, openInbox } from './inbox/inbox.ts';
export { openInboxRepository } from './inbox/inbox-repository.ts';
export { comparable as comparableKey } from './publishing/keys.ts';
export type { Publishing } from './publishing/publishing.ts';
export { openPublishing } from './publishing/publishing.ts';
export { createSettingsInForce } from './settings-in-force.ts';
