/** Creates the screening service: screenings run at once, or are stored and run automatically when the connection is back. */
import { EventEmitter } from 'node:events';
import type { Decision, ScreeningServiceState, ScreeningSummary, ScreeningView } from '../../../shared/domain/screening.ts';
import type { TextRule } from '../../../shared/domain/text-rules.ts';
import { type Problem, StationError } from '../../../shared/errors.ts';
import type { CircuitBreakers } from '../../platform/runtime/circuit-breaker.ts';
import { newSearch, readingOf, viewOf } from './asked.ts';
import { type AcquireSearch, askOnce } from './run/ask-once.ts';
import { createScreeningScheduler } from './run/screening-scheduler.ts';
import type { ScreeningEvent, ScreeningEvents, ScreeningService } from './screening-service.ts';
import { panel, type ScreeningRepository } from './store/screening-repository.ts';
import { type ScreeningRow, summaryOf, type UnopenedSearch, unopenedSummary } from './store/screening-row.ts';
import { createTeaching } from './teach.ts';

/** The connection of this folder's services to the provider. */
export type SearchAccess = {
  /** The account in use. @throws StationError `search-not-set-up` */
  account: () => string;
  /** Name of the profile in use; null in practice. */
  connection: () => string | null;
  /** @throws StationError `search-other-connection` when it is not the account in use, `search-not-set-up` */
  acquire: AcquireSearch;
  /** The text rules of the profile in use. */
  rules: () => readonly TextRule[];
  /** In their place. @throws StationError `search-not-set-up` */
  saveRules: (rules: TextRule[]) => void;
  breakers: CircuitBreakers;
};

export type ScreeningDeps = SearchAccess & {
  store: ScreeningRepository;
  memoryOnly: Problem | null;
  /** The name of the person at the station. */
  clerk: () => string;
};

export type PanelScreenings = ScreeningService & {
  /** Starts running pending screenings, and continues automatically from then on. */
  start(): void;
  /** Stops the screenings in progress; those that a person requested are stored as such. */
  close(): Promise<void>;
};

const onePace = { concurrency: 1, perMinute: 0 };

export function createScreening({
  store,
  memoryOnly,
  clerk,
  account,
  connection,
  acquire,
  rules,
  saveRules,
  breakers,
}: ScreeningDeps): PanelScreenings {
  const events = new EventEmitter<ScreeningEvents>();
  const now = () => new Date().toISOString();
  const ending = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let told = '';

  const scheduler = createScreeningScheduler({
    store,
    run: panel,
    pace: onePace,
    breakers,
    account: () => inUse() ?? '',
    acquire,
    rules,
    alongside: (searches) => {
      for (const search of searches) emitEvent('screened', search);
    },
    onSettled: (searches) => {
      for (const search of searches) events.emit('changed', summaryOf(search));
      tell();
    },
    onAsking: (search) => void events.emit('changed', listed(search)),
    onState: () => tell(),
  });

  function inUse(): string | null {
    try {
      return account();
    } catch {
      return null;
    }
  }

  function state(): ScreeningServiceState {
    const { waiting } = store.counts(panel);
    return { waiting, undecided: store.undecided(), memoryOnly, problem: waiting > 0 ? scheduler.state().problem : null };
  }

  /** `anyway`: notifies even with equal counts, because the page's view of a screening may be outdated. */
  function tell(anyway = false): void {
    const next = state();
    const text = JSON.stringify(next);
    if (text === told && !anyway) return;
    told = text;
    events.emit('state', next);
  }

  /** The listener writes the event in the same transaction as the change. */
  const emitEvent = (
    what: ScreeningEvent['what'],
    search: ScreeningRow,
    more: Partial<Pick<ScreeningEvent, 'decision' | 'reading'>> = {},
  ): void => void events.emit('event', { what, search: summaryOf(search), decision: null, reading: null, ...more });

  const listed = (search: ScreeningRow | UnopenedSearch): ScreeningSummary => {
    if ('unopened' in search) return unopenedSummary(search);
    const summary = summaryOf(search);
    return scheduler.isUnderWay(search.id) ? { ...summary, state: 'asking' } : summary;
  };

  const open = (id: string): ScreeningView => {
    const search = store.get(id);
    const view = viewOf(search, readingOf(search, store.answer(id)));
    return scheduler.isUnderWay(id) ? { ...view, state: 'asking' } : view;
  };

  async function ask(query: ScreeningRow['query'], signal: AbortSignal, visitId: string | null): Promise<ScreeningView> {
    const under = account();
    const fresh = newSearch(
      { query, by: clerk(), account: under, connection: connection(), at: now() },
      { row: null, cells: null, visitId },
    );
    const { result, raw } = await askOnce(fresh, breakers, acquire, signal, rules);
    store.together(() => {
      store.add([{ search: result, answer: raw }]);
      emitEvent('screened', result);
    });
    tell();
    return viewOf(result, readingOf(result, raw));
  }

  const teaching = createTeaching({
    store,
    clerk,
    now,
    account,
    rules,
    saveRules,
    commit(search, reading) {
      store.together(() => {
        store.save([{ search }]);
        emitEvent('read', search, { reading });
      });
      tell(true);
    },
  });

  return {
    ...teaching,
    events,
    state,
    async search(query, signal, visitId = null) {
      const asked = ask(query, AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]), visitId);
      underWay.add(asked);
      return asked.finally(() => underWay.delete(asked));
    },
    keep(id) {
      const search = store.get(id);
      if (search.state !== 'failed' || search.row) throw new StationError('state-changed');
      const kept = store.together(() => {
        const anew = store.askAnew(id);
        emitEvent('kept', anew);
        return anew;
      });
      tell();
      scheduler.wake();
      return listed(kept);
    },
    drop(id) {
      const dropped = store.get(id);
      const { state: found, row } = dropped;
      if (found !== 'waiting' || row || scheduler.isUnderWay(id)) throw new StationError('state-changed');
      store.together(() => {
        store.remove(id);
        emitEvent('dropped', dropped);
      });
      scheduler.leaveOut(id);
      tell();
    },
    async page(filter, offset, limit) {
      const { total, items } = store.page(filter, offset, limit);
      return { total, items: items.map(listed) };
    },
    open,
    raw(id) {
      const raw = store.answer(id);
      if (!raw) throw new StationError('nothing-came');
      return raw;
    },
    decide(id, { match, verdict, reason }) {
      const why = reason.trim();
      if (why === '') throw new StationError('reason-missing');
      const search = store.get(id);
      if (search.state !== 'done') throw new StationError('state-changed');
      // An answer may be large: it is read once, for the check and for the view.
      const reading = readingOf(search, store.answer(id));
      if (match !== null && !reading?.matches.some(({ number }) => number === match)) throw new StationError('state-changed');
      const decision: Decision = { match, verdict, reason: why, by: clerk(), at: now() };
      const decided = { ...search, decisions: [...search.decisions, decision] };
      store.together(() => {
        store.save([{ search: decided }]);
        emitEvent('decided', decided, { decision });
      });
      tell(true);
      return viewOf(decided, reading);
    },
    wake() {
      scheduler.wake();
      tell();
    },
    refresh: () => tell(),
    start: () => scheduler.start(),
    async close() {
      ending.abort();
      await Promise.allSettled([scheduler.close(), ...underWay]);
    },
  };
}
