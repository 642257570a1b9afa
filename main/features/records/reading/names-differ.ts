/** Checks whether two names cannot belong to the same person. Pure. */
import { sameName } from '../../../../shared/domain/names.ts';
import { nameParts } from '../../../../shared/domain/text-folding.ts';

/** Given names and surnames in their parts; `particle` ("de la") counts for neither side. */
export type FullName = { parts: readonly string[]; particle: string };

/**
 * Accents, case, order and particles do not count, and one side may leave words out ("Ana Gómez" and "Ana María Gómez
 * Pérez"): they differ only when each has a word that the other has not. A side without words says nothing.
 */
export function namesDiffer(a: FullName, b: FullName): boolean {
  const [one, other] = [a, b].map(({ parts, particle }) => ({
    words: words(parts),
    all: new Set([...words(parts), ...words([particle])]),
  }));
  if (!one || !other || one.words.length === 0 || other.words.length === 0) return false;
  if (sameName(a.parts.join(' '), b.parts.join(' '))) return false;
  const particles = new Set(words([a.particle, b.particle]));
  const lacks = (from: string[], within: Set<string>) => from.some((word) => !within.has(word) && !particles.has(word));
  return lacks(one.words, other.all) && lacks(other.words, one.all);
}

const words = (texts: readonly string[]): string[] => nameParts(texts.join(' ')).map(({ text }) => text);
