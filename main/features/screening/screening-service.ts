/** The screening service: requests screenings of one person now or later, opens them and records decisions. */
import { EventEmitter } from 'node:events';
import type {
  Decision,
  RuleEffect,
  ScreeningFilter,
  ScreeningPage,
  ScreeningQuery,
  ScreeningServiceState,
  ScreeningSummary,
  ScreeningView,
  SourceReading,
} from '../../../shared/domain/screening/screening.ts';
import type { TextRule } from '../../../shared/domain/text-rules.ts';
import { StationError } from '../../../shared/errors.ts';
import { assignMeaning } from './assign-meaning.ts';
import { draftTextRules, tryTextRules } from './draft-text-rules.ts';
import { dropPending, requestScreening, retryLater } from './request-screening.ts';
import {
  emitEvent,
  isoNow,
  listed,
  publishState,
  type ScreeningContext,
  type ScreeningDeps,
  type ScreeningEvents,
  serviceState,
} from './screening-context.ts';
import { panel } from './screening-repository.ts';
import { readingOf, toScreeningSummary, toScreeningView } from './screening-row.ts';
import { createScreeningScheduler } from './screening-scheduler.ts';

export type ScreeningService = {
  readonly events: EventEmitter<ScreeningEvents>;
  state(): ScreeningServiceState;
  /**
   * Requests a screening and stores the answer; a failure is stored too, with its problem. `visitId`: the visit it belongs to.
   * @throws StationError `search-not-set-up`, `disk-full`
   */
  screen(query: ScreeningQuery, signal?: AbortSignal, visitId?: string | null): Promise<ScreeningView>;
  /** Makes a failed screening pending until the connection is back. @throws StationError `screening-unknown`, `state-changed` */
  retryLater(id: string): ScreeningSummary;
  /** Removes a pending screening. @throws StationError `screening-unknown`, `state-changed` */
  dropPending(id: string): void;
  /** Summaries; a pending one that runs at this moment is `asking`. */
  page(filter: ScreeningFilter, offset: number, limit: number): Promise<ScreeningPage>;
  /** Reads a stored screening; fetches nothing. @throws StationError `screening-unknown`, `stored-data-damaged` */
  open(id: string): ScreeningView;
  /** Returns the unchanged answer; the secrets that it repeats are in use. @throws StationError `no-answer-stored`, and those of `open` */
  raw(id: string): Buffer;
  /** @throws StationError `reason-missing`, `state-changed`, and those of `open` */
  decide(id: string, decision: Pick<Decision, 'match' | 'verdict' | 'reason'>): ScreeningView;
  /** Stores a person's meaning of unread data; see `assign-meaning.ts`. @throws StationError `reason-missing`, `state-changed` */
  read(id: string, assigned: Pick<SourceReading, 'of' | 'meaning' | 'reason'>): ScreeningView;
  /** Drafts rules that read answers like this one. @throws StationError `state-changed` */
  draftRules(id: string, of: string): TextRule[];
  /** Finds the stored screenings that these rules would read differently. Changes nothing. */
  tryRules(rules: readonly TextRule[]): Promise<RuleEffect>;
  /** Adds rules to the profile in use, before its other rules. @throws StationError `search-not-set-up`, `profile-invalid` */
  addRules(rules: readonly TextRule[]): void;
  /** The connection state or the settings have changed: tries pending screenings now. */
  wake(): void;
  /** Called when rows of bulk screenings have changed, so that `state` may differ. */
  refresh(): void;
};

export type PanelScreenings = ScreeningService & {
  /** Starts running pending screenings, and continues automatically from then on. */
  start(): void;
  /** Stops the screenings in progress; those that a person requested are stored as such. */
  close(): Promise<void>;
};

export function createScreening(deps: ScreeningDeps): PanelScreenings {
  const { store, rules, saveRules } = deps;
  const context = createContext(deps);
  const { events, scheduler } = context;
  const stopping = new AbortController();
  const inProgress = new Set<Promise<unknown>>();
  return {
    events,
    state: () => serviceState(context),
    async screen(query, signal, visitId = null) {
      const stop = AbortSignal.any([stopping.signal, ...(signal ? [signal] : [])]);
      const requested = requestScreening(context, query, stop, visitId);
      inProgress.add(requested);
      return requested.finally(() => inProgress.delete(requested));
    },
    retryLater: (id) => retryLater(context, id),
    dropPending: (id) => dropPending(context, id),
    async page(filter, offset, limit) {
      const { total, items } = store.page(filter, offset, limit);
      return { total, items: items.map((screening) => listed(context, screening)) };
    },
    open(id) {
      const screening = store.get(id);
      const view = toScreeningView(screening, readingOf(screening, store.answer(id)));
      return scheduler.isRunning(id) ? { ...view, state: 'asking' } : view;
    },
    raw(id) {
      store.get(id);
      const raw = store.answer(id);
      if (!raw) throw new StationError('no-answer-stored');
      return raw;
    },
    decide: (id, decision) => decideScreening(context, id, decision),
    read: (id, assigned) => assignMeaning(context, id, assigned),
    draftRules: (id, of) => draftTextRules(store, id, of),
    tryRules: (added) => tryTextRules(deps, added),
    addRules: (added) => saveRules([...added, ...rules()]),
    wake() {
      scheduler.wake();
      publishState(context);
    },
    refresh: () => publishState(context),
    start: () => scheduler.start(),
    async close() {
      stopping.abort();
      await Promise.allSettled([scheduler.close(), ...inProgress]);
    },
  };
}

/** Records a decision. @throws StationError `reason-missing`, `state-changed`, `screening-unknown`, `stored-data-damaged` */
function decideScreening(
  context: ScreeningContext,
  id: string,
  { match, verdict, reason }: Pick<Decision, 'match' | 'verdict' | 'reason'>,
): ScreeningView {
  const { store, clerk } = context.deps;
  const trimmed = reason.trim();
  if (trimmed === '') throw new StationError('reason-missing');
  const screening = store.get(id);
  if (screening.state !== 'done') throw new StationError('state-changed');
  // An answer may be large: it is read once, for the check and for the view.
  const reading = readingOf(screening, store.answer(id));
  if (match !== null && !reading?.matches.some(({ number }) => number === match)) throw new StationError('state-changed');
  const decision: Decision = { match, verdict, reason: trimmed, by: clerk(), at: isoNow() };
  const decided = { ...screening, decisions: [...screening.decisions, decision] };
  store.together(() => {
    store.save([{ screening: decided }]);
    emitEvent(context, 'decided', decided, { decision });
  });
  publishState(context, true);
  return toScreeningView(decided, reading);
}

function createContext(deps: ScreeningDeps): ScreeningContext {
  const { store, account, acquire, breakers, rules } = deps;
  const events = new EventEmitter<ScreeningEvents>();
  const context: ScreeningContext = {
    deps,
    events,
    publishedState: '',
    scheduler: createScreeningScheduler({
      store,
      run: panel,
      pace: { concurrency: 1, perMinute: 0 },
      breakers,
      account: () => accountOrNone(account),
      acquire,
      rules,
      alongside(screenings) {
        for (const screening of screenings) emitEvent(context, 'screened', screening);
      },
      onResults(screenings) {
        for (const screening of screenings) events.emit('changed', toScreeningSummary(screening));
        publishState(context);
      },
      onRunning: (screening) => void events.emit('changed', listed(context, screening)),
      onState: () => publishState(context),
    }),
  };
  return context;
}

/** Returns an empty text when no account is in use; no screening belongs to it. */
function accountOrNone(account: () => string): string {
  try {
    return account();
  } catch {
    return '';
  }
}
