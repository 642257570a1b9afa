/** Queued misbehaviours, taken one call at a time, in the order in which they were added. */
import type { Misbehaviour, PracticeOperation } from './behaviour.ts';

export type Misbehaviours = {
  add(operation: PracticeOperation, how: Misbehaviour, times: number): void;
  /** Takes the misbehaviour of the call that begins now; `{}` for none. The object is a copy: the call's handler may add to it. */
  next(operation: PracticeOperation): Misbehaviour;
};

export function createMisbehaviours(): Misbehaviours {
  const queues: Record<PracticeOperation, { how: Misbehaviour; left: number }[]> = { token: [], sign: [], validation: [], search: [] };
  return {
    add(operation, how, times) {
      if (times > 0) queues[operation].push({ how, left: times });
    },
    next(operation) {
      const first = queues[operation][0];
      if (!first) return {};
      first.left -= 1;
      if (first.left <= 0) queues[operation].shift();
      return { ...first.how };
    },
  };
}
