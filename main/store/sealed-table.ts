/** Opens what a sealed column holds and parses it; what cannot be opened says so, and is left as it is. */
import type { z } from 'zod';
import type { Problem } from '../../shared/errors.ts';
import { type Sealer, type SealLabel, Unsealable } from '../vault/sealing.ts';

export type Opened<T> = { ok: true; value: T } | { ok: false; id: string; problem: Problem };

/** @throws Unsealable */
export function openSealed<T>(sealer: Sealer, label: SealLabel, sealed: Uint8Array, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(sealer.open(label, sealed));
  if (!parsed.success) throw new Unsealable('damaged', label.kind);
  return parsed.data;
}

export function openedOrNot<T>(id: string, open: () => T): Opened<T> {
  try {
    return { ok: true, value: open() };
  } catch (thrown) {
    if (!(thrown instanceof Unsealable)) throw thrown;
    return { ok: false, id, problem: thrown.problem };
  }
}
