/** Sealing of values in database rows: AES-256-GCM, bound to what they belong to (design, section 2.6). */
import { StationError } from '../../shared/errors.ts';

/**
 * What a sealed value belongs to; authenticated with it. `clear`: what stands beside it in clear in the same
 * row, so that a change there is noticed as well.
 */
export type SealLabel = { kind: string; id: string; version: number; clear?: readonly (string | number | null)[] };

/** `key-absent`: sealed under a key that is not at hand; `damaged`: not what was sealed, or not for this label. */
export class Unsealable extends StationError {
  readonly reason: 'key-absent' | 'damaged';

  constructor(reason: Unsealable['reason'], kind = 'record') {
    super(reason === 'damaged' ? 'record-damaged' : 'sealed-elsewhere', { kind, count: 1 });
    this.name = 'Unsealable';
    this.reason = reason;
  }
}

export type Sealer = {
  seal(label: SealLabel, value: unknown): Buffer;
  /** The JSON value, not yet parsed by its schema. @throws Unsealable */
  open(label: SealLabel, sealed: Uint8Array): unknown;
  /** The id of the key, as the sealed value says. */
  keyOf(sealed: Uint8Array): string;
  /** Whether the data folder knows a key of that id that is not at hand. */
  isAbsent(key: string): boolean;
};
