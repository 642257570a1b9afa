/**
 * Puts what was received where the clerk looks for it: the chosen folder, or `signed/` beside the original.
 * Where that fails, `signed/` beside the original; where that fails too, it stays in the station's own
 * `incoming/` under its name: a document that is signed is never given up for want of a folder.
 */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type Problem, problemOf } from '../../shared/errors.ts';
import { signedName } from '../files/signed-name.ts';
import { type WholeFile, type WrittenFile, writeWhole } from '../files/write-whole.ts';

export type Delivered = WrittenFile & { /** Why it is not where it should be; null when it is. */ problem: Problem | null };

export type Delivery = {
  /** `original` is the absolute path of what was sent, `file` one in the incoming folder, which goes away. */
  signed(file: string, original: string): Promise<Delivered>;
  /** The same for something unusable, as `NAME-received.bin`, or `.txt` when it is text that did not decode. */
  aside(file: string, original: string): Promise<Delivered>;
};

/** @param outputFolder the chosen folder, null for beside the original @param incomingFolder the last resort */
export function createDelivery(outputFolder: () => string | null, incomingFolder: string): Delivery {
  async function deliver(file: string, original: string, name: string): Promise<Delivered> {
    const delivered = await firstThatTakes(places(outputFolder(), original, incomingFolder), file, name);
    await rm(file, { force: true });
    return delivered;
  }
  return {
    signed: (file, original) => deliver(file, original, signedName(basename(original))),
    aside: (file, original) => deliver(file, original, `${basename(original, extname(original))}-received${extname(file)}`),
  };
}

type Place = Pick<WholeFile, 'folder' | 'createFolder'>;

function places(outputFolder: string | null, original: string, incomingFolder: string): Place[] {
  const beside = { folder: join(dirname(original), 'signed'), createFolder: true };
  const last = { folder: incomingFolder };
  return outputFolder === null ? [beside, last] : [{ folder: outputFolder }, beside, last];
}

async function firstThatTakes(candidates: readonly Place[], file: string, name: string): Promise<Delivered> {
  let first: { thrown: unknown } | null = null;
  for (const place of candidates) {
    try {
      const written = await writeWhole({ ...place, name, content: createReadStream(file) });
      return { ...written, problem: first === null ? null : problemOf(first.thrown) };
    } catch (thrown) {
      first ??= { thrown };
    }
  }
  throw first?.thrown;
}
