/** Announces how many items arrived: the first at once, then at most once per pause. */

type Parts = { say: (count: number) => void /** Milliseconds between two. */; pause: number };

export function createArrivals({ say, pause }: Parts) {
  let total: number | null = null;
  let came = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    resting = undefined;
    if (came === 0) return;
    say(came);
    came = 0;
    resting = setTimeout(tell, pause);
  }

  return {
    /** Reports the current total. */
    total(now: number): void {
      if (total !== null && now > total) came += now - total;
      total = now;
      if (resting === undefined) tell();
    },
    stop(): void {
      clearTimeout(resting);
    },
  };
}
