/**
 * Finds the entries of a sign answer: the elements of `signedDocuments`, also within further lists and objects, and objects like them in other
 * places, which are the entries of an answer without `signedDocuments`.
 */
import type { IncomingContent } from '../storage/incoming.ts';
import { type AnswerMember, createEntry, type Entry, type Piece, type SignedItem } from './signed-entry.ts';

/** `in-documents`: an element of `signedDocuments`; `keyed`: a member of it, where it is an object; `in-list`: an element of another list. */
type Position = 'in-documents' | 'keyed' | 'in-list' | 'other';

/**
 * An open object. `depth`: of its members. `key`: its name in an object of `signedDocuments` or of a list. `names`: described ones that it
 * has; `member`: the current one. `texts`: long ones in the objects and lists that are its document. `from`: index of the first entry within
 * it; `within`: the surest of those.
 */
type Frame = {
  depth: number;
  at: Position;
  key: string | null;
  names: Set<AnswerMember>;
  member: AnswerMember | null;
  entry: Entry;
  texts: IncomingContent[];
  from: number;
  within: 'none' | 'likely' | 'sure';
};

export type FoundEntry = { item: SignedItem; isListed: boolean };

/** Contents that a method returns belong to no entry. */
export function createEntryFinder() {
  const frames: Frame[] = [];
  const found: FoundEntry[] = [];
  const at = (depth: number): Frame | null => (frames.at(-1)?.depth === depth ? (frames.at(-1) ?? null) : null);
  const isWithinElement = (): boolean => frames.some((frame) => frame.at === 'in-documents');
  const dropFrom = (from: number, isDropped: (one: FoundEntry) => boolean): IncomingContent[] => {
    const later = found.splice(from);
    found.push(...later.filter((one) => !isDropped(one)));
    return later.flatMap((one) => (isDropped(one) ? (one.item.content ?? []) : []));
  };
  return {
    /** Complete entries, in the order of their ends. */
    found,
    /** Whether a value is within an element of `signedDocuments`. */
    isWithinElement,
    isMember: (depth: number): boolean => at(depth) !== null,
    open(depth: number, position: Position, key: string | null): void {
      const outer = at(depth - 1);
      // What a list has may be in an object of its own.
      const isWrapped = position === 'other' && outer !== null && outer.at !== 'other' && outer.names.size === 0;
      const place = isWrapped ? 'in-list' : position;
      frames.push({
        depth,
        at: place,
        key: place === 'other' ? null : key,
        names: new Set(),
        member: null,
        entry: createEntry(),
        texts: [],
        from: found.length,
        within: 'none',
      });
    },
    member(depth: number, name: AnswerMember | null): IncomingContent | null {
      const frame = at(depth);
      if (frame === null) return null;
      if (name !== null) frame.names.add(name);
      frame.member = name;
      return frame.entry.member(name);
    },
    scalar(depth: number, value: Piece | null): void {
      for (const frame of frames) frame.entry.scalar(value, depth > frame.depth);
    },
    /** Returns false where the content is not in the document of an open object. */
    setContent(depth: number, content: IncomingContent): boolean {
      const frame = frames.findLast(({ member }) => member === 'signedDocument');
      if (frame === undefined) return false;
      if (frame.depth === depth) frame.entry.setContent(content);
      else frame.texts.push(content);
      return true;
    },
    /**
     * Ends an object. It is an entry when it has a signed document, or is an element of `signedDocuments`, a member of it with a described
     * status, or an element of another list with a reference and a status; not when it is around such entries. Without a reference, its name
     * may be that. Its document may be the only long text of an object or a list.
     */
    close(depth: number): IncomingContent[] {
      const frame = at(depth);
      if (frame === null) return [];
      frames.pop();
      const { names, entry, texts, from, within, key } = frame;
      const item = entry.finish();
      if (item.content === null && texts.length === 1) item.content = texts.pop() ?? null;
      item.referenceNumber ??= key;
      const isSure = names.has('signedDocument');
      const isElement = frame.at === 'in-documents';
      const isNamed = frame.at === 'keyed' ? item.status !== null : frame.at === 'in-list' && names.has('referenceNumber');
      const isEntry = isSure || isElement || (isNamed && names.has('status'));
      const isAround = within === 'sure' || (within === 'likely' && !(names.size > 0 && (isSure || isElement)));
      if (!isEntry || isAround) return item.content === null ? texts : [...texts, item.content];
      // Parts of an entry, such as its steps, may look like entries.
      const parts = [...texts, ...dropFrom(from, () => true)];
      found.push({ item, isListed: isElement || isWithinElement() });
      for (const outer of frames) if (outer.within !== 'sure') outer.within = isSure ? 'sure' : 'likely';
      return parts;
    },
    /** Ends the reading: an object that is not complete may have been the entry of which another one is a part. */
    stop(): IncomingContent[] {
      const open = frames.find((frame) => frame.at === 'in-documents');
      const parts = open ? dropFrom(open.from, ({ item }) => item.content === null) : [];
      return [...parts, ...frames.flatMap(({ entry, texts }) => [...texts, entry.finish().content ?? []].flat())];
    },
  };
}
