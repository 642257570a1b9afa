/** Which items of the inbox a list shows; pure. */
import type { InboxFilter, InboxItem } from '../../../shared/domain/client-service.ts';
import { foldedText, identificationKey } from '../../../shared/domain/names.ts';

/** Of items as they are stored, and as the page has them. */
type Listed = Omit<InboxItem, 'hasContents' | 'sizeIsLowerBound'>;
type Searched = { name: string; numbers: string[] };

/** Worked out once for each item: all of them are looked through with every letter that somebody types. */
const known = new WeakMap<object, Searched>();
function searchedIn(item: Listed): Searched {
  const before = known.get(item);
  if (before) return before;
  const numbers = [item.identification, item.transaction ?? '', item.uid ?? ''].map(identificationKey);
  const searched = { name: foldedText(item.name), numbers };
  known.set(item, searched);
  return searched;
}

/** @returns whether an item is listed; items are not changed after they were asked about */
export function listedBy({ text, show }: InboxFilter): (item: Listed) => boolean {
  const [wanted, key, everything] = [foldedText(text), identificationKey(text), text.trim() === ''];
  return (item) => {
    if (show === 'unread' && item.read) return false;
    if (show === 'changed' && item.version === 1) return false;
    if (show === 'set-aside' && item.kind !== 'set-aside') return false;
    if (wanted === '') return everything;
    const { name, numbers } = searchedIn(item);
    return name.includes(wanted) || numbers.some((number) => number.includes(key));
  };
}
