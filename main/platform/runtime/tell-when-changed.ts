/** Telling those who listen how something stands: at most a few times a second, and only what they were not told before. */
/** Milliseconds. */
const tellEvery = 200;
/** What takes long to work out is worked out more seldom: one part in so many of the time, at most. */
const restFor = 10;

export type Telling = {
  /** Something may be different. */
  look(): void;
  end(): void;
};

/** Who hears of it by its event `state`. Nothing is worked out while nobody does. */
type Hearers<T> = { emit(name: 'state', state: T): unknown; listenerCount(name: 'state'): number };

export function tellWhenChanged<T>(events: Hearers<T>, state: () => T): Telling {
  let told = '';
  let timer: NodeJS.Timeout | null = null;
  let rest = tellEvery;

  function tell(): void {
    timer = null;
    if (events.listenerCount('state') === 0) return;
    const begun = performance.now();
    const next = state();
    const text = JSON.stringify(next);
    rest = Math.max(tellEvery, restFor * (performance.now() - begun));
    if (text === told) return;
    told = text;
    events.emit('state', next);
  }

  return {
    look() {
      timer ??= setTimeout(tell, rest).unref();
    },
    end: () => clearTimeout(timer ?? undefined),
  };
}
