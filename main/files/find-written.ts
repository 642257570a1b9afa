/** Finds a file that was written under a name or one of its numbers before the end of the station cut off the rest. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { candidateName } from './file-name.ts';

/** Numbers looked at beyond the first name that is free. */
const mostNumbers = 200;

/** The file of this content, by size and SHA-256; null when there is none, or the folder cannot be read. */
export async function findWritten(
  folder: string,
  name: string,
  content: { size: number; sha256: string },
): Promise<{ path: string; name: string } | null> {
  for (let n = 1; n <= mostNumbers; n += 1) {
    const candidate = candidateName(name, n);
    const path = join(folder, candidate);
    const found = await stat(path).catch(() => null);
    if (found === null) return null;
    if (found.size === content.size && (await sha256Of(path)) === content.sha256) return { path, name: candidate };
  }
  return null;
}

async function sha256Of(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
    return hash.digest('hex');
  } catch {
    return null; // another program's file, which it keeps to itself
  }
}
