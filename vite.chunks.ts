/** What of a built program is loaded together. */
import type { Rolldown } from 'vite';

/** By file name. */
export type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

export function chunksOf(outputs: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Chunks {
  return new Map(outputs.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])));
}

/** Returns a chunk and those that are loaded with it. */
export function withImports(chunks: Chunks, first: Rolldown.OutputChunk): Set<Rolldown.OutputChunk> {
  const found = new Set([first]);
  for (const { imports } of found) {
    for (const name of imports) {
      const chunk = chunks.get(name);
      if (chunk) found.add(chunk);
    }
  }
  return found;
}
