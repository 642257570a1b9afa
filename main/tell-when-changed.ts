/** Telling those who listen how something stands: at most a few times a second, and only what they were not told before. */

/** Milliseconds. */
const tellEvery = 200;

export type Telling = {
  /** Something may be different. */
  look(): void;
  end(): void;
};

export function tellWhenChanged<T>(state: () => T, tell: (state: T) => void): Telling {
  let told = '';
  let timer: NodeJS.Timeout | null = null;
  return {
    look() {
      timer ??= setTimeout(() => {
        timer = null;
        const next = state();
        const text = JSON.stringify(next);
        if (text === told) return;
        told = text;
        tell(next);
      }, tellEvery).unref();
    },
    end: () => clearTimeout(timer ?? undefined),
  };
}
