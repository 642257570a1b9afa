/** A value without what stands in files, which would look as if nothing had come. Pure. */
import { isObject } from '../../../platform/json/exact-json.ts';
import type { JsonPath } from './json-path.ts';

/**
 * The value itself is not changed. An element of a list stays, as null: the others keep their places. Objects that hold
 * nothing else go too. Without recursion: how deep it is nested is another's choice.
 * @param ways within the value
 * @returns undefined where nothing is left
 */
export function withoutFiles(value: unknown, ways: readonly JsonPath[]): unknown {
  const copies = new Set<unknown>();
  const copied = (one: unknown): unknown => {
    if (copies.has(one)) return one;
    const copy: unknown = Array.isArray(one) ? [...one] : isObject(one) ? { ...one } : one;
    copies.add(copy);
    return copy;
  };
  const root = copied(value);
  for (const way of ways) {
    const within = [root];
    for (const step of way.slice(0, -1)) {
      const holder = within.at(-1);
      if (!holds(holder, step)) break;
      const inner = copied(holder[step]);
      // Not by assignment, which a member called `__proto__` would turn into something else.
      Object.defineProperty(holder, step, { value: inner, writable: true, enumerable: true, configurable: true });
      within.push(inner);
    }
    if (within.length < way.length) continue;
    for (const holder of within.toReversed()) {
      const step = way[within.indexOf(holder)];
      if (!isObject(holder) || step === undefined) break;
      delete holder[step];
      if (Object.keys(holder).length > 0) break;
    }
  }
  return ways.length > 0 && isObject(root) && Object.keys(root).length === 0 ? undefined : root;
}

const holds = (holder: unknown, step: string | number): holder is Record<string | number, unknown> =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, step);
