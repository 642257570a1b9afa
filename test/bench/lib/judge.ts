/** Compares a figure with its goal, and shows figures as a table. */
import type { Figure, Goal } from './bench.ts';

/**
 * `missed`: every pair lies on the wrong side of the goal. `close`: the median does, but not every pair, so noise may be the
 * reason. `open`: there is no goal.
 */
export type Verdict = 'met' | 'close' | 'missed' | 'open';

/** `value` is the median of the ratios of the pairs, or of our own values where there is no reference; `spread` is least and most. */
export type Judged = { value: number; spread: [least: number, most: number]; verdict: Verdict };

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

const meets = (value: number, goal: Goal): boolean => ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost);

/** @throws Error for a figure that says nothing: no values, values that are no numbers, or a reference of another length */
export function judge({ what, ours, reference, goal }: Figure): Judged {
  if (reference !== null && reference.length !== ours.length)
    throw new Error(`${what}: ${ours.length} values, ${reference.length} references`);
  const compared = reference === null ? ours : ours.map((value, n) => value / (reference[n] ?? Number.NaN));
  if (compared.length === 0 || !compared.every(Number.isFinite)) throw new Error(`${what}: no usable values (${compared.join(', ')})`);
  const value = median(compared);
  const spread: Judged['spread'] = [Math.min(...compared), Math.max(...compared)];
  if (goal === null) return { value, spread, verdict: 'open' };
  if (meets(value, goal)) return { value, spread, verdict: 'met' };
  return { value, spread, verdict: spread.some((end) => meets(end, goal)) ? 'close' : 'missed' };
}

const heads = ['what', 'ours', 'reference', 'ratio', 'goal', 'spread', 'pairs', ''];
const verdicts: Record<Verdict, string> = { met: 'met', close: 'missed within noise', missed: 'missed', open: '' };

/** Three digits that count, and no more than two behind the point. */
function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

function line(figure: Figure): string[] {
  const { what, unit, ours, reference, goal } = figure;
  const { value, spread, verdict } = judge(figure);
  const inUnit = (values: readonly number[] | null) => (values === null ? '—' : `${short(median(values))} ${unit}`.trim());
  const goalText = goal === null ? '—' : 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  const ratio = reference === null ? '—' : short(value);
  return [what, inUnit(ours), inUnit(reference), ratio, goalText, spread.map(short).join('–'), String(ours.length), verdicts[verdict]];
}

/** The figures as a table of Markdown, aligned, so that it can be copied into `docs/performance.md`. */
export function table(figures: readonly Figure[]): string {
  const rows = [heads, ...figures.map(line)];
  const widths = heads.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const shown = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |\n`;
  const [head = heads, ...body] = rows;
  return [head, widths.map((width) => '-'.repeat(width)), ...body].map(shown).join('');
}
