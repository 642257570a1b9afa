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
export { agrees, judgeLedger, readLedger } from '../../../main/features/signing/sent-ledger/rules/read-ledger.ts';
export type { SentRow } from '../../../main/features/signing/sent-ledger/sent-index.ts';
export { openSentLedger, type SentLedger, type SentLedgerDeps } from '../../../main/features/signing/sent-ledger/sent-ledger.ts';
export { checkBatch, type KnownDocument } from '../../../main/signing/check-batch.ts';
export { createDuplicateGuard, type Wanted, withoutDuplicates } from '../../../main/signing/duplicates.ts';
export type { Line } from '../../../main/signing/line.ts';
export { openOutbox } from '../../../main/signing/outbox/create-outbox.ts';
export { viewOf } from '../../../main/signing/outbox/job-view.ts';
export {
  type AttemptOutcome,
  type JobChange,
  type Outbox,
  type OutboxJob,
  outboxJobSchema,
  type QueuedDocument,
  type ReceivedFile,
} from '../../../main/signing/outbox/outbox.ts';
export { runPlacementTest } from '../../../main/signing/placement-test/run-placement-test.ts';
export { firstProbe, furtherProbes, testPages } from '../../../main/signing/placement-test/test-pages.ts';
export { createQueueList } from '../../../main/signing/queue-list.ts';
export { createCheckReceived } from '../../../main/signing/receiving/check-received.ts';
export { judgeEntries, type ReadEntry } from '../../../main/signing/receiving/judge-entries.ts';
export { matchAnswer } from '../../../main/signing/receiving/match-answer.ts';
export { readEntry } from '../../../main/signing/receiving/read-entry.ts';
export { recover } from '../../../main/signing/recover.ts';
export { type Callable, groupCalls, halves } from '../../../main/signing/sending/group-calls.ts';
export type { CallRunner } from '../../../main/signing/sending/run-call.ts';
export { createSender } from '../../../main/signing/sending/sender.ts';
export { type Move, moves, stateAfter } from '../../../main/signing/states.ts';
export { timeLeft } from '../../../main/signing/time-left.ts';
export { placementFault, placeRule, wireOf } from '../../../main/signing/wire-placement.ts';
