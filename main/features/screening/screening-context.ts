/** The state that the operations of the screening service share, and its events. */
import type { EventEmitter } from 'node:events';
import type { Decision, ScreeningServiceState, ScreeningSummary, SourceReading } from '../../../shared/domain/screening/screening.ts';
import type { TextRule } from '../../../shared/domain/text-rules.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { CircuitBreakers } from '../../platform/runtime/circuit-breaker.ts';
import type { AcquireSearch } from './screen-once.ts';
import { panel, type ScreeningRepository } from './screening-repository.ts';
import { type DamagedScreening, damagedSummary, type ScreeningRow, toScreeningSummary } from './screening-row.ts';
import type { ScreeningScheduler } from './screening-scheduler.ts';

/** The access to the provider's search operation, by account. */
export type SearchAccess = {
  /** Returns the account in use. @throws StationError `search-not-set-up` */
  account: () => string;
  /** Returns the name of the profile in use; null in practice. */
  connection: () => string | null;
  /** @throws StationError `search-other-connection` when it is not the account in use, `search-not-set-up` */
  acquire: AcquireSearch;
  /** Returns the text rules of the profile in use. */
  rules: () => readonly TextRule[];
  /** Replaces the text rules. @throws StationError `search-not-set-up` */
  saveRules: (rules: TextRule[]) => void;
  breakers: CircuitBreakers;
};

export type ScreeningDeps = SearchAccess & {
  store: ScreeningRepository;
  /** Why screenings are not stored on disk; null when they are. */
  memoryOnly: Problem | null;
  /** Returns the name of the person at the station. */
  clerk: () => string;
};

/** An event of a screening from the panel, by a person or automatic. */
export type ScreeningEvent = {
  what: 'screened' | 'queued' | 'dropped' | 'decided' | 'read';
  screening: ScreeningSummary;
  decision: Decision | null;
  reading: SourceReading | null;
};

export type ScreeningEvents = { changed: [ScreeningSummary]; state: [ScreeningServiceState]; event: [ScreeningEvent] };

export type ScreeningContext = {
  deps: ScreeningDeps;
  events: EventEmitter<ScreeningEvents>;
  scheduler: ScreeningScheduler;
  publishedState: string;
};

export const isoNow = (): string => new Date().toISOString();

/** Must be called in the transaction of the change: the listener writes the event in the same transaction. */
export function emitEvent(
  { events }: Pick<ScreeningContext, 'events'>,
  what: ScreeningEvent['what'],
  screening: ScreeningRow,
  more: Partial<Pick<ScreeningEvent, 'decision' | 'reading'>> = {},
): void {
  events.emit('event', { what, screening: toScreeningSummary(screening), decision: null, reading: null, ...more });
}

export function serviceState({ deps: { store, memoryOnly }, scheduler }: ScreeningContext): ScreeningServiceState {
  const { waiting } = store.counts(panel);
  return { waiting, undecided: store.undecided(), memoryOnly, problem: waiting > 0 ? scheduler.state().problem : null };
}

/** Emits `state` when it has changed. `always`: emits it also when it is equal, because the page's view of a screening may be outdated. */
export function publishState(context: ScreeningContext, always = false): void {
  const next = serviceState(context);
  const text = JSON.stringify(next);
  if (text === context.publishedState && !always) return;
  context.publishedState = text;
  context.events.emit('state', next);
}

/** Returns the listed part of a screening; one that runs at this moment is `asking`. */
export function listed({ scheduler }: ScreeningContext, screening: ScreeningRow | DamagedScreening): ScreeningSummary {
  if ('damaged' in screening) return damagedSummary(screening);
  const summary = toScreeningSummary(screening);
  return scheduler.isRunning(screening.id) ? { ...summary, state: 'asking' } : summary;
}
