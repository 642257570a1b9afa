/** Emits `state` when it has changed, at most five times a second. */

/** Milliseconds between two events. */
const minIntervalMs = 200;
/** A state that takes long to compute is computed less often: at most a tenth of the time is spent on it. */
const restFactor = 10;

export type ThrottledPublisher = {
  /** Reports that the state may have changed. */
  notify(): void;
  /** Emits the state without a delay, if it has changed. */
  publishNow(): void;
  /** From now on nothing is computed or emitted: what the state is read from may be closed. */
  end(): void;
};

/** The state is computed only while `state` has listeners. */
type Listeners<T> = { emit(name: 'state', state: T): unknown; listenerCount(name: 'state'): number };

export function createThrottledPublisher<T>(events: Listeners<T>, state: () => T): ThrottledPublisher {
  let published = '';
  let timer: NodeJS.Timeout | null = null;
  let intervalMs = minIntervalMs;
  let isEnded = false;

  function publishNow(): void {
    clearTimeout(timer ?? undefined);
    timer = null;
    if (isEnded || events.listenerCount('state') === 0) return;
    const begun = performance.now();
    const next = state();
    const text = JSON.stringify(next);
    intervalMs = Math.max(minIntervalMs, restFactor * (performance.now() - begun));
    if (text === published) return;
    published = text;
    events.emit('state', next);
  }

  return {
    notify() {
      if (!isEnded) timer ??= setTimeout(publishNow, intervalMs).unref();
    },
    publishNow,
    end() {
      isEnded = true;
      clearTimeout(timer ?? undefined);
    },
  };
}
