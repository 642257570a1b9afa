/** Which publications a list shows; pure. */
import type { Publication, PublicationFilter } from '../../../shared/domain/client-service.ts';
import { foldedText, identificationKey } from '../../../shared/domain/names.ts';

type Searchable = Pick<Publication, 'state' | 'name' | 'keys'>;
type Searched = { name: string; keys: string[] };

/** Worked out once for each: all of them are looked through with every letter that somebody types. */
const known = new WeakMap<Searchable, Searched>();
function searchedIn(one: Searchable): Searched {
  const before = known.get(one);
  if (before) return before;
  const searched = { name: foldedText(one.name), keys: one.keys.map(({ value }) => identificationKey(value)) };
  known.set(one, searched);
  return searched;
}

/** @returns whether a publication is listed; none is changed after it was asked about */
export function listedBy({ text, show }: PublicationFilter): (one: Searchable) => boolean {
  // As searches are found: accents and case do not count, and of a number neither do its dots.
  const [asked, key, everything] = [foldedText(text), identificationKey(text), text.trim() === ''];
  return (one) => {
    if (show !== 'all' && (show === 'offered') !== (one.state === 'offered')) return false;
    if (asked === '') return everything;
    const { name, keys } = searchedIn(one);
    return name.includes(asked) || keys.some((value) => value.includes(key));
  };
}
