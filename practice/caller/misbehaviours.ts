/** What the provider may be told to do wrong at a push, by name. */
import type { CallerMisbehaviour } from './caller.ts';

export const misbehaviours = {
  /** A token that is not good, whether it ended or never was, is answered alike; then it comes with a new one. */
  'expired-token': { token: 'unknown' },
  slow: { body: { as: 'slow', pause: 200 } },
  /** Of more than a service takes when nothing else is set. */
  oversize: { body: { as: 'oversize', size: 9 * 1024 * 1024 } },
  dropped: { body: { as: 'dropped' } },
  'wrong-password': { password: 'wrong' },
} as const satisfies Record<string, CallerMisbehaviour>;

export type MisbehaviourName = keyof typeof misbehaviours;

/** One call in so many. */
const oneIn = 4;
/** Not the wrong password, which after a few would lock the caller out for the rest. */
const mixed: readonly MisbehaviourName[] = ['expired-token', 'slow', 'oversize', 'dropped'];

/** For a stream: most calls are proper. @param random from 0 up to 1 */
export function nowAndThen(random: () => number): CallerMisbehaviour | null {
  const name = mixed[Math.floor(random() * mixed.length * oneIn)];
  return name === undefined ? null : misbehaviours[name];
}
