/** Lists of persons under way: how far they are, and how often each row was asked. */
import { expect, vi } from 'vitest';
import type { Run } from './doors/domain.ts';
import type { Row, ScreeningDesk } from './screening-desk.ts';
import { patiently } from './signing-desk.ts';

/** Counts of no rows at all. */
export const none = { waiting: 0, clear: 0, match: 0, unavailable: 0, failed: 0, skipped: 0, damaged: 0 };
/** How often each of them was asked for. */
export const timesAsked = (desk: ScreeningDesk, rows: readonly Row[]) => rows.map((row) => desk.asked(row));
/** Rows that have their result. */
export const settled = ({ counts }: Run) => counts.clear + counts.match + counts.unavailable + counts.failed;
export const atLeast = (desk: ScreeningDesk, id: string, count: number) =>
  vi.waitFor(() => expect(settled(desk.run(id))).toBeGreaterThanOrEqual(count), patiently);

/** What was begun has arrived (a connection is made first), and all that arrived has its result. */
export async function nothingUnderWay(desk: ScreeningDesk, id: string): Promise<void> {
  const { arrived } = desk.line;
  for (let before = -1; before !== arrived.length; ) {
    before = arrived.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    await vi.waitFor(() => expect([settled(desk.run(id)), desk.calls()]).toEqual([arrived.length, arrived.length]), patiently);
  }
}
