/** Parts of an evidence ZIP. Each is read once to the end before it is listed: only bytes with the stored hash go into the ZIP. */
import { createHash, hash as digest } from 'node:crypto';
import { StationError } from '../../../../shared/errors.ts';
import type { ZipPart } from '../../../platform/files/write-zip.ts';
import { DamagedFile } from '../../../platform/keychain/encrypted-stream.ts';
import type { EvidenceSource } from './evidence-facts.ts';

export type WantedPart = {
  name: string;
  kind: ZipPart['kind'];
  /** As stored by the station, lower-case hex; null where it stored none. */
  sha256: string | null;
  /**
   * Null: gone, or cannot be opened. A function makes a part without a stored hash (papers, JSON), the same bytes every time:
   * it is called for each of the two readings, so that nothing has to stay in memory between them.
   */
  source: EvidenceSource | null | (() => AsyncIterable<Uint8Array>);
  of?: PlaceInRecord;
};

/** JSON path of its text in a record; the stored JSON has null there. */
type PlaceInRecord = { record: string; path: string };

/** A part that was read once to the end, and has the stored hash. */
export type Part = ZipPart & {
  size: number;
  sha256: string;
  of?: PlaceInRecord;
};

/**
 * `gone`: not stored any more, or never was; `unreadable`: reading it from the disk fails; `damaged`: its encrypted file is
 * damaged; `changed`: its SHA-256 is not the stored one; `not-made`: the station could not draw it.
 */
type MissingReason = 'gone' | 'unreadable' | 'damaged' | 'changed' | 'not-made';
export type Missing = { name: string; reason: MissingReason; sha256: string | null };

/** Left out by choice: pictures and video that were not requested. */
export type LeftOut = { record: string; path: string; bytes: number; sha256: string };

const throwIfCancelled = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw new StationError('cancelled');
};

/** @throws StationError `cancelled` */
export async function checkedPart(
  { name, kind, sha256: stored, source, of }: WantedPart,
  signal: AbortSignal | undefined,
): Promise<Part | Missing> {
  const missing = (reason: MissingReason): Missing => ({ name, reason, sha256: stored });
  if (source === null) return missing('gone');
  const made = typeof source === 'function';
  const read = made ? source : source.read;
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of read()) {
      throwIfCancelled(signal);
      hash.update(chunk);
      size += chunk.byteLength;
    }
    const sha256 = hash.digest('hex');
    if (!made && (size !== source.size || sha256 !== source.sha256)) return missing('changed');
    if (stored !== null && sha256 !== stored) return missing('changed');
    return { name, kind, size, sha256, read: () => readAgain(read, sha256, signal), ...(of && { of }) };
  } catch (thrown) {
    throwIfCancelled(signal);
    if (thrown instanceof DamagedFile) return missing('damaged');
    // One answer that cannot be drawn must not fail the whole ZIP, which also has the data that it is drawn from.
    return missing(made ? 'not-made' : 'unreadable');
  }
}

/** Reads a part again, into the ZIP. @throws StationError `file-changed` for other bytes than before, whose hash is in the manifest */
async function* readAgain(
  read: () => AsyncIterable<Uint8Array>,
  sha256: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of read()) {
    throwIfCancelled(signal);
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new StationError('file-changed');
}

/** A part whose text is in memory. */
export const textPart = (name: string, text: string): Part => {
  const bytes = Buffer.from(text);
  return { name, kind: 'text', size: bytes.byteLength, sha256: digest('sha256', bytes), read: inOnePiece(async () => bytes) };
};

export const inOnePiece = (make: () => Promise<Uint8Array>) =>
  async function* (): AsyncGenerator<Uint8Array> {
    yield await make();
  };
