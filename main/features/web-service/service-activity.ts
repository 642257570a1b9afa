/** Counts the events of the web service since the start, and remembers its latest errors. */

import { EventEmitter } from 'node:events';
import { serviceEventKinds } from '../../../shared/domain/closed-lists.ts';
import { countsOf } from '../../../shared/domain/counts.ts';
import type { ServiceEvent, ServiceEventKind, ServiceState } from '../../../shared/domain/web-service/web-service.ts';
import type { ProblemCode } from '../../../shared/errors.ts';

export type ServiceActivity = {
  readonly events: EventEmitter<{ event: [ServiceEvent] }>;
  note(event: ServiceEvent): void;
  /** The last push could not be stored, or the last token not be issued or checked; null for neither. */
  failure(): ProblemCode | null;
  summary(): Pick<ServiceState, 'counts' | 'lastToken' | 'lastPush' | 'lastFetch' | 'errors'>;
};

const maxErrors = 20;
const errorKinds: readonly ServiceEventKind[] = [
  'token-refused',
  'token-failed',
  'locked-out',
  'unauthorized',
  'not-allowed',
  'quarantined',
  'not-stored',
  'not-answered',
  'bad-request',
];
const pushKinds: readonly ServiceEventKind[] = ['push', 'push-changed', 'push-duplicate'];
const lostCode: ProblemCode = 'push-not-stored';

export function createServiceActivity(): ServiceActivity {
  const events: ServiceActivity['events'] = new EventEmitter();
  const counts = countsOf(serviceEventKinds);
  const last = { lastToken: null as string | null, lastPush: null as string | null, lastFetch: null as string | null };
  let errors: ServiceEvent[] = [];
  let isPushLost = false;
  let tokenFailure: ProblemCode | null = null;
  return {
    events,
    failure: () => (isPushLost ? lostCode : tokenFailure),
    note(event) {
      const { kind, at, code } = event;
      if (code === lostCode) isPushLost = true;
      counts[kind] += 1;
      if (kind === 'token-failed') tokenFailure = code ?? null;
      if (kind === 'token') {
        last.lastToken = at;
        tokenFailure = null;
      }
      if (kind === 'documents') last.lastFetch = at;
      if (pushKinds.includes(kind)) {
        last.lastPush = at;
        isPushLost = false;
        // Its token was checked.
        tokenFailure = null;
      }
      if (errorKinds.includes(kind)) errors = [event, ...errors].slice(0, maxErrors);
      events.emit('event', event);
    },
    summary: () => ({ counts: { ...counts }, ...last, errors: [...errors] }),
  };
}
