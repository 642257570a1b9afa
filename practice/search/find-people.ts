/** Finds people as the provider does; its engine's rule is not shown, this one is practice's own. */
import { isBinding, type ListEntry } from './lists.ts';

export type Asked = { name: string; identification: string };

/** The normalised search keys of an entry or a person, computed once. */
type Known<T> = { item: T; names: ReadonlySet<string>[]; identifications: ReadonlySet<string>; binding: boolean };

export type Register<T> = { find(asked: Asked): { item: T; blocks: boolean }[] };

/** The parts of a name without accents and case; the dots of "S.A.S." are no gaps. */
function partsOf(name: string): ReadonlySet<string> {
  const plain = name.normalize('NFD').replace(/[\p{M}.'’]/gu, '');
  return new Set(plain.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

const digitsAndLetters = (identification: string): string => identification.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** All parts of the shorter name are in the longer one, in any order. A single word only finds a name of one word. */
function sameName(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [shorter, longer] = one.size <= other.size ? [one, other] : [other, one];
  if (shorter.size === 0 || (shorter.size === 1 && longer.size > 1)) return false;
  return shorter.isSubsetOf(longer);
}

export function createRegister<T>(
  items: readonly T[],
  keysOf: (item: T) => { names: readonly string[]; identifications: readonly string[]; binding: boolean },
): Register<T> {
  const known = items.map((item): Known<T> => {
    const { names, identifications, binding } = keysOf(item);
    return { item, names: names.map(partsOf), identifications: new Set(identifications.map(digitsAndLetters)), binding };
  });
  return {
    find(asked) {
      const parts = partsOf(asked.name);
      const identification = digitsAndLetters(asked.identification);
      return known.flatMap(({ item, names, identifications, binding }) => {
        const byIdentification = identification !== '' && identifications.has(identification);
        if (!byIdentification && !names.some((name) => sameName(parts, name))) return [];
        // A name alone does not block a person with another known identification.
        const other = !byIdentification && identification !== '' && identifications.size > 0;
        return [{ item, blocks: binding && !other }];
      });
    },
  };
}

/** Search keys of an entry: every name, alias, identification number and passport. */
export const keysOfEntry = (entry: ListEntry) => ({
  names: [...entry.nombre_apellido, ...(entry.alias ?? [])],
  identifications: [entry.n_identificacion, entry.n_identificacion2, entry.pasaporte, entry.pasaporte2].flatMap((some) => some ?? []),
  binding: isBinding(entry),
});
