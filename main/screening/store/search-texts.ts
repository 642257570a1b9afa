/**
 * What searches are found by when a person types: name, identification, log number, folded. Opened once and then held,
 * since a list of thousands is searched letter by letter.
 */
import { foldedText, identificationKey } from '../../../shared/domain/names.ts';
import type { StoredSearch } from './search-rows.ts';

/** Some 300 bytes each. */
const mostHeld = 200_000;

/** Words in any order, as names are; or an identification, however it is punctuated. */
export type Typed = { words: readonly string[]; key: string | null };

export function typedText(typed: string): Typed {
  const key = identificationKey(typed);
  return { words: foldedText(typed).split(' ').filter(Boolean), key: /\d/.test(key) ? key : null };
}

export type SearchTexts = {
  /** `stored` is asked for only when the text is not held. */
  holds(id: string, typed: Typed, stored: () => StoredSearch | null): boolean;
  forget(id: string): void;
};

export function createSearchTexts(): SearchTexts {
  const held = new Map<string, string>();

  function textOf(id: string, stored: () => StoredSearch | null): string {
    const known = held.get(id);
    if (known !== undefined) return known;
    const row = stored();
    const text = row === null ? '' : openedText(row);
    if (held.size < mostHeld) held.set(id, text);
    return text;
  }

  return {
    holds(id, typed, stored) {
      const text = textOf(id, stored);
      return typed.words.every((word) => text.includes(word)) || (typed.key !== null && text.includes(typed.key));
    },
    forget: (id) => void held.delete(id),
  };
}

/** Without the schema, which takes longer than opening: only texts are looked at here. Empty for a row that does not parse. */
function openedText(row: StoredSearch): string {
  try {
    const { query, logNumber } = JSON.parse(row.value) as Partial<{
      query: Record<string, unknown>;
      logNumber: unknown;
    }>;
    const [name, identification, number] = [query?.name, query?.identification, logNumber].map((value) =>
      typeof value === 'string' ? value : '',
    ) as [string, string, string];
    return `${foldedText(`${name} ${identification} ${number}`)}\n${identificationKey(identification)}`;
  } catch {
    return '';
  }
}
