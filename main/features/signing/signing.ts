/** The door of signing: all that other areas import of it. */
export { createSigning, type Signing } from './create-signing.ts';
export type { SentBefore } from './duplicates.ts';
export type { OutboxJob } from './outbox/job.ts';
export { type JobViews, jobViews, summaryOf } from './outbox/job-view.ts';
export { type Outbox, openOutbox } from './outbox/outbox.ts';
export { createPlacementTest, type PlacementTestService } from './placement-test/placement-test.ts';
export type { QueueService } from './queue-service.ts';
export { hasUndelivered } from './receiving/deliver.ts';
export { createReturnedFiles, type ReturnedFiles } from './returned-files.ts';
export { isUnsettled, type Move, maxListedMs, moves } from './rules/states.ts';
export type { SigningRules } from './send-batch.ts';
export { ledgerIds } from './sent-ledger/open-ledger.ts';
export { reconcile } from './sent-ledger/reconcile.ts';
export { openSentLedger, type SentLedger } from './sent-ledger/sent-ledger.ts';
export type { SigningService } from './signing-service.ts';
