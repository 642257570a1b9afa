/** Whether the files of the watched folder are being read for the first time, so that what is not published may still be there. */

export type FirstReading = {
  /** True between `begin` and `end`. */
  running(): boolean;
  /** The folder was found readable. No effect after the first time. */
  begin(): void;
  /** A file was read. */
  progress(): void;
  end(): void;
};

/** @param maxWait milliseconds without progress after which the folder counts as not answering, and the reading as ended */
export function createFirstReading(maxWait: number): FirstReading {
  let state: 'before' | 'running' | 'ended' = 'before';
  let stalled: NodeJS.Timeout | undefined;
  const end = (): void => {
    if (state === 'running') state = 'ended';
    clearTimeout(stalled);
  };
  return {
    running: () => state === 'running',
    begin() {
      if (state !== 'before') return;
      state = 'running';
      stalled = setTimeout(end, maxWait).unref();
    },
    progress() {
      if (state === 'running') stalled?.refresh();
    },
    end,
  };
}
