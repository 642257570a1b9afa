/** Limits the bytes of bodies in memory. Other bodies wait unread, in the order of their arrival, so that their senders pause. */
import { busy } from './refusal.ts';

/** `bytes` in memory; `calls` that wait, and milliseconds that one of them waits. */
export type AdmissionLimits = { bytes: number; calls: number; time: number };

export type Place = {
  /** Resolves once the body may be read. @throws Refusal 503 when it waited too long, or too many wait */
  admitted: Promise<void>;
  /** Releases the place, also while it waits. Safe to repeat. */
  leave(): void;
};

type Waiting = { size: number; admit(): void; refuse(): void };

export function createAdmission(limits: AdmissionLimits): (bytes: number) => Place {
  const waiting = new Set<Waiting>();
  let reserved = 0;

  const fits = (size: number): boolean => reserved + size <= limits.bytes;
  function admitNext(): void {
    for (const one of waiting) {
      // In order of arrival, so that a large body is not starved.
      if (!fits(one.size)) return;
      one.admit();
    }
  }

  return (bytes) => {
    // A body larger than the limit is admitted alone.
    const size = Math.min(bytes, limits.bytes);
    let isReserved = false;
    const reserve = (): void => {
      reserved += size;
      isReserved = true;
    };
    const leave = (): void => {
      if (!isReserved) return;
      isReserved = false;
      reserved -= size;
      admitNext();
    };
    if (waiting.size === 0 && fits(size)) {
      reserve();
      return { admitted: Promise.resolve(), leave };
    }
    if (waiting.size >= limits.calls) return { admitted: Promise.reject(busy('too many bodies at once')), leave };
    const { promise: admitted, resolve, reject } = Promise.withResolvers<void>();
    const end = (): void => {
      clearTimeout(timer);
      waiting.delete(mine);
    };
    const mine: Waiting = {
      size,
      admit() {
        end();
        reserve();
        resolve();
      },
      refuse() {
        end();
        reject(busy('too many bodies at once'));
        admitNext();
      },
    };
    const timer = setTimeout(mine.refuse, limits.time);
    waiting.add(mine);
    return { admitted, leave: () => (waiting.has(mine) ? mine.refuse() : leave()) };
  };
}
