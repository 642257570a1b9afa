/** Requests a screening now, or makes a failed one pending until the connection is back. */
import type { ScreeningQuery, ScreeningSummary, ScreeningView } from '../../../shared/domain/screening/screening.ts';
import { StationError } from '../../../shared/errors.ts';
import { screenOnce } from './screen-once.ts';
import { emitEvent, isoNow, listed, publishState, type ScreeningContext } from './screening-context.ts';
import { newScreening, readingOf, toScreeningView } from './screening-row.ts';

/** Stores the answer; a failure is stored too, with its problem. @throws StationError `search-not-set-up`, `disk-full` */
export async function requestScreening(
  context: ScreeningContext,
  query: ScreeningQuery,
  signal: AbortSignal,
  visitId: string | null,
): Promise<ScreeningView> {
  const { account: accountInUse, connection, clerk, breakers, acquire, rules, store } = context.deps;
  const account = accountInUse();
  const requested = newScreening(
    { query, by: clerk(), account, connection: connection(), at: isoNow() },
    { row: null, cells: null, visitId },
  );
  const { result, raw } = await screenOnce(requested, { breakers, acquire, rules, signal });
  store.together(() => {
    store.add([{ screening: result, answer: raw }]);
    emitEvent(context, 'screened', result);
  });
  publishState(context);
  return toScreeningView(result, readingOf(result, raw));
}

/** Makes a failed screening pending. @throws StationError `screening-unknown`, `state-changed` */
export function retryLater(context: ScreeningContext, id: string): ScreeningSummary {
  const { deps, scheduler } = context;
  const { store } = deps;
  const failed = store.get(id);
  if (failed.state !== 'failed' || failed.row) throw new StationError('state-changed');
  const pending = store.together(() => {
    const reset = store.retryOne(id);
    emitEvent(context, 'queued', reset);
    return reset;
  });
  publishState(context);
  scheduler.wake();
  return listed(context, pending);
}

/** Removes a pending screening. @throws StationError `screening-unknown`, `state-changed` */
export function dropPending(context: ScreeningContext, id: string): void {
  const { deps, scheduler } = context;
  const { store } = deps;
  const pending = store.get(id);
  if (pending.state !== 'waiting' || pending.row || scheduler.isRunning(id)) throw new StationError('state-changed');
  store.together(() => {
    store.remove(id);
    emitEvent(context, 'dropped', pending);
  });
  scheduler.leaveOut(id);
  publishState(context);
}
