/** Parses values of JSON columns. A row that does not parse is reported and stays unchanged. */
import type { z } from 'zod';
import { type Problem, StationError } from '../../../shared/errors.ts';

export type Opened<T> = { ok: true; value: T } | { ok: false; id: string; problem: Problem };

/** Thrown for a row that another version or a fault of the station wrote; pages damaged by the disk fail earlier. */
export class UnreadableRow extends StationError {
  constructor(kind: string) {
    super('stored-data-damaged', { kind, count: 1 });
    this.name = 'UnreadableRow';
  }
}

/** @throws UnreadableRow */
export function parseJson<T>(kind: string, text: unknown, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(String(text)));
  } catch {
    throw new UnreadableRow(kind);
  }
}

export function openedOrNot<T>(id: string, open: () => T): Opened<T> {
  try {
    return { ok: true, value: open() };
  } catch (thrown) {
    if (!(thrown instanceof UnreadableRow)) throw thrown;
    return { ok: false, id, problem: thrown.problem };
  }
}
