/** Reads a part once to the end before it is promised: only what is what was noted goes into the ZIP. */
import { createHash, type Hash } from 'node:crypto';
import { StationError } from '../../../shared/errors.ts';
import { Unsealable } from '../../vault/sealing.ts';
import type { EvidenceSource } from '../evidence-facts.ts';
import type { Missing, MissingReason, Part, WantedPart } from './parts.ts';

const goOn = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw new StationError('cancelled');
};

/** @throws StationError `cancelled` */
export async function checkedPart(wanted: WantedPart, signal: AbortSignal | undefined): Promise<Part | Missing> {
  const { name, kind, source } = wanted;
  goOn(signal);
  const missing = (reason: MissingReason): Missing => ({ name, reason, sha256: wanted.sha256 });
  if (source === null) return missing('gone');
  if (typeof source === 'function') return madePart(wanted, source, missing);
  try {
    const { size, sha256 } = await digest(source, signal);
    const noted = [source.sha256, wanted.sha256 ?? source.sha256];
    if (size !== source.size || noted.some((known) => known !== sha256)) return missing('changed');
    return { name, kind, size, sha256, read: () => asBefore(source, sha256, signal) };
  } catch (thrown) {
    goOn(signal);
    return missing(thrown instanceof Unsealable ? thrown.reason : 'unreadable');
  }
}

async function madePart({ name, kind }: WantedPart, make: () => Promise<Uint8Array>, missing: (reason: MissingReason) => Missing) {
  try {
    const bytes = await make();
    return { name, kind, size: bytes.byteLength, sha256: sha256Of(bytes), read: () => once(bytes) };
  } catch {
    // What one answer makes of the drawing must not cost the whole file: the data that it is drawn from is beside it.
    return missing('not-made');
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function digest(source: EvidenceSource, signal: AbortSignal | undefined): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source.read()) {
    goOn(signal);
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { size, sha256: hash.digest('hex') };
}

/** The second reading, into the ZIP. One that turns out another way makes the whole of it fail: its hash is in the manifest. */
async function* asBefore(source: EvidenceSource, sha256: string, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const hash: Hash = createHash('sha256');
  for await (const chunk of source.read()) {
    goOn(signal);
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new StationError('file-changed');
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A part of bytes that are at hand. */
export const textPart = (name: string, text: string): Part => {
  const bytes = Buffer.from(text);
  return { name, kind: 'text', size: bytes.byteLength, sha256: sha256Of(bytes), read: () => once(bytes) };
};
