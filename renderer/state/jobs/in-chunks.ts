/** Documents per call to main: a call with more is refused, and one with this many is answered soon. */
const chunk = 1_000;

/** Calls main once per thousand ids, one call after the other. */
export async function inChunks<T>(ids: readonly string[], ask: (some: string[]) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let from = 0; from < ids.length; from += chunk) answers.push(await ask(ids.slice(from, from + chunk)));
  return answers;
}
