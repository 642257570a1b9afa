/** Finds the entries of a sign answer in other places than `signedDocuments` at its top: in other members, in a list, or as the answer itself. */
import type { IncomingContent } from '../storage/incoming.ts';
import { type AnswerMember, createEntry, type Entry, type Piece, type SignedItem } from './signed-entry.ts';

/** An open object. `depth`: of its members. `names`: described ones that it has. `hasEntries`: objects within it are entries. */
type Frame = { depth: number; isInList: boolean; names: Set<AnswerMember>; entry: Entry; hasEntries: boolean };

/** Contents in a result belong to no entry. */
export function createElsewhere(maxEntries: number) {
  const frames: Frame[] = [];
  const items: SignedItem[] = [];
  const at = (depth: number): Frame | null => (frames.at(-1)?.depth === depth ? (frames.at(-1) ?? null) : null);
  return {
    /** Complete entries. */
    items,
    open(depth: number, isInList: boolean): void {
      frames.push({ depth, isInList, names: new Set(), entry: createEntry(), hasEntries: false });
    },
    member(depth: number, name: AnswerMember | null): IncomingContent | null {
      const frame = at(depth);
      if (name !== null) frame?.names.add(name);
      return frame?.entry.member(name) ?? null;
    },
    scalar(depth: number, value: Piece | null): void {
      for (const frame of frames) frame.entry.scalar(value, depth > frame.depth);
    },
    /** Returns false where the content is not the document of an open object. */
    setContent(depth: number, name: AnswerMember | null, content: IncomingContent): boolean {
      if (name !== 'signedDocument' || at(depth) === null) return false;
      at(depth)?.entry.setContent(content);
      return true;
    },
    /** Ends an object, which is an entry when it has a signed document, or is an element of a list with a reference and a status. */
    close(depth: number): IncomingContent | null {
      if (at(depth) === null) return null;
      const frame = frames.pop();
      if (frame === undefined) return null;
      const { names, isInList, hasEntries, entry } = frame;
      const item = entry.finish();
      const isEntry = names.has('signedDocument') || (isInList && names.has('referenceNumber') && names.has('status'));
      if (!isEntry || hasEntries || items.length >= maxEntries) return item.content;
      items.push(item);
      for (const outer of frames) outer.hasEntries = true;
      return null;
    },
    /** Returns the contents of the open objects, which will not be complete. */
    stop: (): (IncomingContent | null)[] => frames.map(({ entry }) => entry.finish().content),
  };
}
