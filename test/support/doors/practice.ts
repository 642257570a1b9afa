export type {
  Misbehaviour,
  Practice,
  PracticeLogEntry,
  PracticeOperation,
  PracticeOptions,
  SourceFailure,
} from '../../../practice/behaviour.ts';
export { type Caller, type CallerMisbehaviour, type CallerOptions, createCaller } from '../../../practice/caller/caller.ts';
export { changed, contentOf, newRecord, recordOfTransaction, reordered } from '../../../practice/caller/invented-pushes.ts';
export { misbehaviours, nowAndThen } from '../../../practice/caller/misbehaviours.ts';
export { streamPushes } from '../../../practice/caller/stream.ts';
export { type PracticeInWorker, startPracticeWorker } from '../../../practice/in-worker.ts';
export { type bodyOf, cutBody, jsonBody, longText } from '../../../practice/json-body.ts';
export { startPractice } from '../../../practice/provider.ts';
export { castRecords } from '../../../practice/records/record-people.ts';
export { createRecords } from '../../../practice/records/records.ts';
export { writeSamples } from '../../../practice/samples.ts';
