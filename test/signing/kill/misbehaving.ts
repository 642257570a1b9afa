/** What the provider does wrong with its next call, by chance; null for nothing. */
import type { Misbehaviour, PracticeOperation } from '../../support/doors/practice.ts';
import type { Random } from '../../support/kill/random.ts';

const wrongEntries: readonly NonNullable<Misbehaviour['entry']>[] = [
  'fail',
  'success-null',
  'not-base64',
  'malformed-pdf',
  'unsigned-pdf',
  'missing',
  'twice',
  'contradicting',
  'other-reference',
];

const drops = ['before-body', 'during-request', 'before-answer', 'during-answer'] as const;

const refusals: readonly Misbehaviour[] = [
  { status: 401 },
  { status: 403 },
  { status: 413 },
  { status: 429 },
  { status: 429, headers: { 'retry-after': '0' } },
  { status: 503, headers: { 'retry-after': '0' } },
  { status: 503, headers: { 'retry-after': '1' } },
];

export function nextMisbehaviour(operation: PracticeOperation, random: Random): Misbehaviour | null {
  const one = <T>(of: readonly T[]): T => random.pick(of.map((choice) => [1, choice]));
  if (operation === 'token') {
    const how: readonly Misbehaviour[] = [
      { status: 500 },
      { status: 503 },
      { json: 'truncated' },
      { drop: 'before-answer' },
      { delay: 30 },
      { expiresIn: 1 },
    ];
    return random.chance(0.1) ? one(how) : null;
  }
  if (operation === 'validation')
    return random.chance(0.2) ? one([{ status: 500 }, { drop: 'during-answer' as const }, { json: 'truncated' }]) : null;
  return random.pick<() => Misbehaviour | null>([
    [40, () => null],
    [8, () => ({ delay: random.between(5, 80) })],
    [6, () => ({ status: one([500, 502, 503, 400]) })],
    [10, () => one(refusals)],
    [10, () => ({ drop: one(drops) })],
    [5, () => ({ json: one(['truncated', 'none'] as const) })],
    [21, () => ({ entry: one(wrongEntries), ...(random.chance(0.7) && { at: random.between(0, 3) }) })],
  ])();
}
