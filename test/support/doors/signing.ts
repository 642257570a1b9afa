export { checkBatch, type KnownDocument } from '../../../main/features/signing/check-batch.ts';
export { createDuplicateGuard, type Wanted, withoutDuplicates } from '../../../main/features/signing/duplicates.ts';
export type {
  AttemptOutcome,
  JobChange,
  OutboxJob,
  QueuedDocument,
  ReceivedFile,
} from '../../../main/features/signing/outbox/job.ts';
export { viewOf } from '../../../main/features/signing/outbox/job-view.ts';
export type { Outbox } from '../../../main/features/signing/outbox/outbox.ts';
export { openOutbox } from '../../../main/features/signing/outbox/outbox.ts';
export { runPlacementTest } from '../../../main/features/signing/placement-test/run-placement-test.ts';
export { firstProbe, furtherProbes, testPages } from '../../../main/features/signing/placement-test/test-pages.ts';
export { createQueueList, timeLeft } from '../../../main/features/signing/queue-list.ts';
export { createCheckReceived } from '../../../main/features/signing/receiving/check-received.ts';
export { readSignedEntry } from '../../../main/features/signing/receiving/receive-answer.ts';
export { recover } from '../../../main/features/signing/recover.ts';
export { type Callable, groupCalls, halves, placementFault, placeRule, wireOf } from '../../../main/features/signing/rules/group-calls.ts';
export { matchAnswer } from '../../../main/features/signing/rules/match-answer.ts';
export { type ReadEntry, resolveEntries } from '../../../main/features/signing/rules/resolve-outcome.ts';
export { type Move, moves, stateAfter } from '../../../main/features/signing/rules/states.ts';
export type { CallRunner } from '../../../main/features/signing/sending/run-call.ts';
export { createSigningScheduler } from '../../../main/features/signing/sending/signing-scheduler.ts';
export { makeLedgerFile } from '../../../main/features/signing/sent-ledger/ledger-file.ts';
export {
  type CallEntry,
  type ChainedEntry,
  chained,
  contentHash,
  type Entry,
  fits,
  type Head,
  isItself,
  type NewEntry,
  noHead,
  recognitionKey,
  withoutContents,
} from '../../../main/features/signing/sent-ledger/rules/entries.ts';
export {
  encryptFrame,
  headerBytes,
  headerSize,
  maxFrameBytes,
  readHeader,
  readPieces,
} from '../../../main/features/signing/sent-ledger/rules/frames.ts';
export { agrees, evaluateLedger, readLedger } from '../../../main/features/signing/sent-ledger/rules/read-ledger.ts';
export type { SentRow } from '../../../main/features/signing/sent-ledger/sent-index.ts';
export { openSentLedger, type SentLedger, type SentLedgerDeps } from '../../../main/features/signing/sent-ledger/sent-ledger.ts';
