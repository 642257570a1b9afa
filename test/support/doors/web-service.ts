export { type Access, generatePassword, openAccess } from '../../../main/features/web-service/access/access.ts';
export { createAttemptLocks } from '../../../main/features/web-service/access/attempt-locks.ts';
export { createLoginThrottle, networkOf } from '../../../main/features/web-service/access/login-throttle.ts';
export { createPasswordChecks } from '../../../main/features/web-service/access/password-checks.ts';
export { passwordCost } from '../../../main/features/web-service/access/password-cost.ts';
export type { TokenAnswer } from '../../../main/features/web-service/access/password-grant.ts';
export { fillers, hashOf, isPasswordOf, type PasswordHash } from '../../../main/features/web-service/access/password-hash.ts';
export { openTokenRepository } from '../../../main/features/web-service/access/token-repository.ts';
export { type UserRow, validPasswords, withPassword } from '../../../main/features/web-service/access/user-repository.ts';
export { createCalls } from '../../../main/features/web-service/http/call.ts';
export type { CertificateNote } from '../../../main/features/web-service/http/certificate.ts';
export { createServer } from '../../../main/features/web-service/http/create-server.ts';
export {
  bareAddress,
  callerAddress,
  createGate,
  isListed,
  isLoopback,
  readAddresses,
} from '../../../main/features/web-service/http/gate.ts';
export { defaultLimits, type Limits } from '../../../main/features/web-service/http/limits.ts';
export { createAdmission, decompressBody } from '../../../main/features/web-service/http/receive-body.ts';
export type { WebServer, WebServerDeps } from '../../../main/features/web-service/http/web-server.ts';
export { startWebServer } from '../../../main/features/web-service/http/web-server.ts';
export { openInbox } from '../../../main/features/web-service/inbox/inbox.ts';
export {
  blankItem,
  type InboxRow,
  openInboxRepository,
  oversizedBody,
  toInboxItem,
} from '../../../main/features/web-service/inbox/inbox-repository.ts';
export type { Intake } from '../../../main/features/web-service/inbox/ingest-push.ts';
export { bodySize, jsonBody } from '../../../main/features/web-service/publishing/answer-body.ts';
export type { PublishedAnswer } from '../../../main/features/web-service/publishing/answers.ts';
export { choose } from '../../../main/features/web-service/publishing/choose.ts';
export { keyOfFile } from '../../../main/features/web-service/publishing/file-key.ts';
export { createFirstLook } from '../../../main/features/web-service/publishing/first-look.ts';
export type { FolderPublications } from '../../../main/features/web-service/publishing/folder-publications.ts';
export { type Pace, watchFolder } from '../../../main/features/web-service/publishing/folder-watch.ts';
export { distinctKeys } from '../../../main/features/web-service/publishing/keys.ts';
export { mayGoOut, requestedKeys } from '../../../main/features/web-service/publishing/matching.ts';
export { openPublicationRepository } from '../../../main/features/web-service/publishing/publication-repository.ts';
export { type PublicationRow, publicationRowSchema } from '../../../main/features/web-service/publishing/publication-row.ts';
export { openPublishing, type Publishing, type PublishingDeps } from '../../../main/features/web-service/publishing/publishing.ts';
export { createStepQueue } from '../../../main/features/web-service/publishing/step-queue.ts';
export { openWatchedFolder } from '../../../main/features/web-service/publishing/watched-folder.ts';
export { selfTest } from '../../../main/features/web-service/self-test.ts';
