/** Reads a part once to the end before it is promised: only what is what was noted goes into the ZIP. */
import { createHash } from 'node:crypto';
import { StationError } from '../../../../shared/errors.ts';
import { DamagedFile } from '../../../platform/keychain/encrypted-stream.ts';
import type { Missing, MissingReason, Part, WantedPart } from './parts.ts';

const goOn = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw new StationError('cancelled');
};

/** @throws StationError `cancelled` */
export async function checkedPart(
  { name, kind, sha256: noted, source, of }: WantedPart,
  signal: AbortSignal | undefined,
): Promise<Part | Missing> {
  const missing = (reason: MissingReason): Missing => ({ name, reason, sha256: noted });
  if (source === null) return missing('gone');
  const made = typeof source === 'function';
  const read = made ? source : source.read;
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of read()) {
      goOn(signal);
      hash.update(chunk);
      size += chunk.byteLength;
    }
    const sha256 = hash.digest('hex');
    if (!made && (size !== source.size || sha256 !== source.sha256)) return missing('changed');
    if (noted !== null && sha256 !== noted) return missing('changed');
    return { name, kind, size, sha256, read: () => asBefore(read, sha256, signal), ...(of && { of }) };
  } catch (thrown) {
    goOn(signal);
    if (thrown instanceof DamagedFile) return missing('damaged');
    // What one answer makes of the drawing must not cost the whole ZIP: the data that it is drawn from is beside it.
    return missing(made ? 'not-made' : 'unreadable');
  }
}

/** The second reading, into the ZIP. One that turns out another way makes the whole of it fail: its hash is in the manifest. */
async function* asBefore(
  read: () => AsyncIterable<Uint8Array>,
  sha256: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of read()) {
    goOn(signal);
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new StationError('file-changed');
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A part of text that is at hand. */
export const textPart = (name: string, text: string): Part => {
  const bytes = Buffer.from(text);
  return { name, kind: 'text', size: bytes.byteLength, sha256: sha256Of(bytes), read: inOnePiece(async () => bytes) };
};

export const inOnePiece = (make: () => Promise<Uint8Array>) =>
  async function* (): AsyncGenerator<Uint8Array> {
    yield await make();
  };
