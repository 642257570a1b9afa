/** One entry of `signedDocuments` while it arrives. */

import { type DescribedMember, describedMembers, statusOf } from '../../../shared/domain/provider/signed-document-item.ts';
import { StationError } from '../../../shared/errors.ts';
import type { IncomingContent, SignedItem } from './provider.ts';

/** Most characters of one member other than `signedDocument`. */
const maxMember = 64 * 1024;

export type Entry = {
  /** The next value belongs to this member. Of a name that comes twice the last counts, as in `JSON.parse`; returns the content that it replaces. */
  member(key: string): IncomingContent | null;
  /** A scalar: the text of a string, a number digit for digit, `true` or `false`; null for null. `nested`: within a list or an object. */
  scalar(value: Piece | null, nested: boolean): void;
  /** The member's value is a text that went to the store. */
  setContent(content: IncomingContent): void;
  /** The item; what cannot be read of it is null. Its content stays with it whatever else it holds. */
  finish(): SignedItem;
};

export function createEntry(): Entry {
  const members = new Map<DescribedMember, string>();
  let key = '';
  let content: IncomingContent | null = null;

  return {
    member(name) {
      key = name;
      if (isDescribed(key)) members.delete(key);
      if (key !== 'signedDocument') return null;
      const replaced = content;
      content = null;
      return replaced;
    },
    scalar(value, nested) {
      if (value === null || !isDescribed(key)) return;
      // Of a reason too long its beginning counts, and of one that is a list or an object its texts.
      if (key === 'errorReason') members.set(key, [members.get(key) ?? [], value.text].flat().join('; ').slice(0, maxMember));
      else if (value.whole && !nested) members.set(key, value.text);
    },
    setContent(closed) {
      content = closed;
    },
    finish: () => ({
      referenceNumber: members.get('referenceNumber') ?? null,
      documentId: members.get('documentId') ?? null,
      status: statusOf(members.get('status')),
      errorReason: members.get('errorReason') ?? null,
      content,
    }),
  };
}

export const isDescribed = (key: string | null): key is DescribedMember => describedMembers.some((name) => name === key);

/** `whole`: false when the rest was too long. */
export type Piece = { text: string; whole: boolean };

/** Text put together from pieces, up to a bound. */
export function createBoundedText(max = maxMember) {
  let text = '';
  let whole = true;
  return {
    add(piece: string): void {
      whole &&= text.length + piece.length <= max;
      if (text.length < max) text += piece.slice(0, max - text.length);
    },
    take(): Piece {
      const taken = { text, whole };
      text = '';
      whole = true;
      return taken;
    },
  };
}

/** An answer that goes on past any sense is left at that point. */
export const notAsDescribed = (why: string): StationError => new StationError('answer-not-as-described', undefined, { message: why });
