/** What signing, screening and the web service call of visits while they work. It needs none of them, so it is made first. */

import type { ScreeningEvent } from '../screening/screening.ts';
import type { SigningRules } from '../signing/signing.ts';
import { type AddPushedRecord, addPushedRecord } from './add-pushed-record.ts';
import { visitIdFor } from './change-visit.ts';
import { blockingProblems, needsReason } from './evaluate-visit.ts';
import { followJobs } from './follow-queue.ts';
import { createVisitLog, logScreening, type VisitLog } from './log-event.ts';
import type { VisitContext } from './visit-context.ts';

export type VisitHooks = VisitLog & {
  rules: SigningRules;
  addPushedRecord: AddPushedRecord;
  /** Logs a screening event within the current transaction. @throws StationError `visit-unknown` */
  logScreening(event: ScreeningEvent): void;
};

/** Follows the queue from now on. */
export function createVisitHooks(context: VisitContext): VisitHooks {
  context.outbox.onChange((jobs) => followJobs(context, jobs));
  return {
    ...createVisitLog(context),
    rules: {
      visitOf: (visitId, clientInfo) => visitIdFor(context, visitId, clientInfo),
      blockingProblems: (visitId, clientInfo) => blockingProblems(context, visitId, clientInfo),
      needsReason: (visitId, clientInfo) => needsReason(context, visitId, clientInfo),
    },
    addPushedRecord: (...pushed) => addPushedRecord(context, ...pushed),
    logScreening: (event) => logScreening(context, event),
  };
}
