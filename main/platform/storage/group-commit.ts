/**
 * Commits waiting work together: a commit costs one sync of the disk, whatever is in it. Work that arrives during a commit is in the
 * next one (docs/decisions/0022).
 */

type Waiting = { run(): void; committed(): void; failed(thrown: unknown): void };

/** Bound of one transaction, so that other work does not wait long for it. */
const maxGroup = 64;

/**
 * @param transaction commits all of its work or nothing
 * @returns a function that resolves once its work is committed. Work may run again when another one of its group fails, so it must
 * change data outside of the database only through `afterwards`.
 */
export function createGroupCommit(transaction: (work: () => void) => void): <T>(work: () => T) => Promise<T> {
  let waiting: Waiting[] = [];

  /**
   * Commits once a turn of the event loop brings nothing more, or enough has come: calls that arrive together take some turns. One alone does
   * not wait.
   */
  function commitSoon(seen: number): void {
    if (waiting.length > seen && waiting.length < maxGroup) setImmediate(commitSoon, waiting.length);
    else commitSome();
  }

  function commitSome(): void {
    const group = waiting.slice(0, maxGroup);
    waiting = waiting.slice(maxGroup);
    if (waiting.length > 0) setImmediate(commitSome);
    commit(group);
  }

  /** Commits a group. Work that fails leaves its group and fails alone; when the commit fails, each is committed alone. */
  function commit(group: readonly Waiting[]): void {
    let failing: Waiting | null = null;
    try {
      transaction(() => {
        for (const one of group) {
          failing = one;
          one.run();
        }
        failing = null;
      });
    } catch (thrown) {
      const [only, ...more] = group;
      if (only && more.length === 0) only.failed(thrown);
      else if (failing === null) for (const one of group) commit([one]);
      else {
        commit([failing]);
        commit(group.filter((one) => one !== failing));
      }
      return;
    }
    for (const { committed } of group) committed();
  }

  return (work) =>
    new Promise((resolve, reject) => {
      let result: ReturnType<typeof work>;
      const run = (): void => {
        result = work();
      };
      if (waiting.push({ run, committed: () => resolve(result), failed: reject }) === 1) setImmediate(commitSoon, 1);
    });
}
