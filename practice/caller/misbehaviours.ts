/** Misbehaviours of a push, by name. */
import type { CallerMisbehaviour } from './caller.ts';

export const misbehaviours = {
  /** An expired and an unknown token get the same answer; the call is then repeated with a new one. */
  'expired-token': { token: 'unknown' },
  slow: { body: { as: 'slow', pause: 200 } },
  /** More than a service takes by default. */
  oversize: { body: { as: 'oversize', size: 9 * 1024 * 1024 } },
  dropped: { body: { as: 'dropped' } },
  'wrong-password': { password: 'wrong' },
} as const satisfies Record<string, CallerMisbehaviour>;

export type MisbehaviourName = keyof typeof misbehaviours;

/** One call in N misbehaves. */
const oneIn = 4;
/** Without the wrong password, which after a few attempts would lock the caller out. */
const mixed: readonly MisbehaviourName[] = ['expired-token', 'slow', 'oversize', 'dropped'];

/** Chooses the misbehaviour of a call in a stream: most calls are proper. @param random from 0 up to 1 */
export function nowAndThen(random: () => number): CallerMisbehaviour | null {
  const name = mixed[Math.floor(random() * mixed.length * oneIn)];
  return name === undefined ? null : misbehaviours[name];
}
