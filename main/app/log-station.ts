/** Logs what the station does, as facts: states, counts and codes. What an event may say is in `main/platform/log/log-events.ts`. */
import { isUnderWay } from '../../shared/domain/signing/job-status.ts';
import type { DocumentStatus, SigningJob } from '../../shared/domain/signing/signing.ts';
import { type Problem, type ProblemCode, problemCodes } from '../../shared/errors.ts';
import type { EventLog } from '../platform/log/event-log.ts';
import type { Station } from './station.ts';

type LogStationDeps = Pick<Station, 'signing' | 'queue' | 'screening' | 'service' | 'hub' | 'notices'> & { log: EventLog };

const codeOf = (problem: Problem | null): { code?: ProblemCode } => (problem === null ? {} : { code: problem.code });
const knownCode = (code: string | undefined): { code?: ProblemCode } => {
  const known = problemCodes.find((each) => each === code);
  return known === undefined ? {} : { code: known };
};

export function logStation({ log, signing, queue, screening, service, hub, notices }: LogStationDeps): void {
  for (const { code } of notices()) log.write('notice', { code });

  /** Of documents that are not at rest. */
  const last = new Map<string, DocumentStatus>();
  signing.events.on('changed', (jobs: readonly SigningJob[]) => {
    for (const { documentId, batchId, status, problem } of jobs) {
      if (last.get(documentId) === status) continue;
      if (isUnderWay(status)) last.set(documentId, status);
      else last.delete(documentId);
      log.write('document', { document: documentId, batch: batchId, status, ...codeOf(problem) });
    }
  });

  let connection = 'unknown';
  queue.events.on('changed', ({ connection: { state, problem } }) => {
    if (state === connection) return;
    connection = state;
    log.write('connection', { state, ...codeOf(problem) });
  });

  screening.events.on('event', ({ what, screening: { outcome, problem, row } }) => {
    // The thousands of rows of a list would leave no room for anything else.
    if (row === null) log.write('screening', { what, outcome, ...codeOf(problem) });
  });

  service.events.on('event', ({ kind, status, count, code }) => log.write('service', { kind, status, count, ...knownCode(code) }));
  let serving = 'off';
  service.events.on('state', ({ state, problem }) => {
    if (state === serving) return;
    serving = state;
    log.write('serviceState', { state, ...codeOf(problem) });
  });

  hub.events.on('event', ({ what }) => log.write('hub', { what }));
  let atHub = 'none';
  hub.events.on('state', ({ state, by, problem, waiting }) => {
    const shown = `${state} ${problem?.code}`;
    if (shown === atHub) return;
    atHub = shown;
    log.write('hubState', { state, ...(by !== null && { by }), waiting: waiting.claims + waiting.publications, ...codeOf(problem) });
  });
}
