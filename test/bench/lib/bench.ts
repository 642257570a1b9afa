/** What a bench reports: figures, each against a reference that ran next to it, and the goal of the ratio. */

/** A goal of a ratio, or of the value itself where a figure has no reference. */
export type Goal = { atLeast: number } | { atMost: number };

/**
 * One line of the table. `ours` and `reference` have one value for each pair, in the same order and `unit`; the ratio is the
 * median of `ours[n] / reference[n]`. Without a reference the goal is for the value itself, in `unit`.
 */
export type Figure = { what: string; unit: string; ours: number[]; reference: number[] | null; goal: Goal | null };

/** `measure` runs everything in turn and cleans up after itself; `say` tells its progress on standard error. */
export type Bench = { name: string; measure: (say: (text: string) => void) => Promise<Figure[]> };

/** Runs ours and the reference in turn, `count` pairs; which one begins alternates, so that drift meets both alike. */
export async function pairs<Ours, Reference>(
  count: number,
  ours: () => Promise<Ours>,
  reference: () => Promise<Reference>,
): Promise<{ ours: Ours[]; reference: Reference[] }> {
  const result = { ours: [] as Ours[], reference: [] as Reference[] };
  for (let pair = 0; pair < count; pair++) {
    const both = [async () => result.ours.push(await ours()), async () => result.reference.push(await reference())];
    for (const run of pair % 2 === 0 ? both : both.reverse()) await run();
  }
  return result;
}
