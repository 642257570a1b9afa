/** Returns the row that a key leads to in a list of rows. Pure. */

/** @param screen rows that a page key passes. Null: not a key of the list. */
export function rowAfter(key: string, active: number, total: number, screen: number): number | null {
  const to = new Map([
    ['ArrowDown', active + 1],
    ['ArrowUp', active - 1],
    ['PageDown', active + screen],
    ['PageUp', active - screen],
    ['Home', 0],
    ['End', total - 1],
  ]).get(key);
  return to === undefined || total === 0 ? null : Math.min(Math.max(to, 0), total - 1);
}
