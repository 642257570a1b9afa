/** One entry of `signedDocuments` (interface description, Resources, "Signed document item"), put together from the values of its members. */
import { type DescribedMember, describedMembers, statusOf } from '../../../shared/domain/provider/signed-document-item.ts';
import type { Problem } from '../../../shared/errors.ts';
import { describedNames, type NameOf } from '../json/described-names.ts';
import type { IncomingContent } from '../storage/incoming.ts';

/** One complete entry of `signedDocuments`. A member that is null, missing or unreadable is null. */
export type SignedItem = {
  referenceNumber: string | null;
  providerDocumentId: string | null;
  /** Null: neither of the two that the description has; the reason begins with the status as received. */
  status: 'SUCCESS' | 'FAIL' | null;
  errorReason: string | null;
  content: IncomingContent | null;
};

/** The contents of an answer. */
export type SignAnswer = {
  items: SignedItem[];
  /** Texts as long as a document outside the `signedDocument` of every complete entry; closed. */
  otherTexts: IncomingContent[];
  /**
   * Why the answer may lack entries: cut off, not JSON, not as described, or the problem with which the incoming store
   * failed (a full disk). Complete entries count. Null for an answer that is whole and as described.
   */
  defect: Problem | null;
  /** The body, or its last part, of an answer that is not JSON, and long enough to have a document; closed. Null for any other. */
  unread: IncomingContent | null;
};

/** Maximum characters of one member other than `signedDocument`. */
const maxMember = 64 * 1024;

export type Entry = {
  /**
   * Begins a member, to which the next value belongs. Of a repeated name the last counts, as in `JSON.parse`, but two statuses that
   * contradict each other are none; returns the content that it replaces.
   */
  member(key: AnswerMember | null): IncomingContent | null;
  /** Adds a scalar: the text of a string, a number digit for digit, `true` or `false`; null for null. `nested`: within a list or an object. */
  scalar(value: Piece | null, nested: boolean): void;
  /** Sets the member's value to a text that was written to the store. */
  setContent(content: IncomingContent): void;
  /** Returns the item; members that are unreadable are null. Its content is always part of it. */
  finish(): SignedItem;
};

export function createEntry(): Entry {
  const members = new Map<DescribedMember, string>();
  let key: AnswerMember | null = null;
  let content: IncomingContent | null = null;
  /** The described statuses of an entry, and all its texts, also of a repeated member. */
  const statuses = new Set<'SUCCESS' | 'FAIL'>();
  let said = '';

  function addStatus(text: string): void {
    const status = statusOf(text);
    if (status) statuses.add(status);
    said = joined(said, text);
  }

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
      if (key === 'status') return value.whole ? addStatus(value.text) : undefined;
      // Of a list or an object, its texts are joined. A reason that is too long is cut.
      if (nested || key === 'errorReason') members.set(key, joined(members.get(key) ?? '', value.text));
      else if (value.whole) members.set(key, value.text);
    },
    setContent(closed) {
      content = closed;
    },
    finish() {
      const reason = members.get('errorReason') ?? null;
      const [first = null, other] = statuses;
      const status = other === undefined ? first : null;
      return {
        referenceNumber: members.get('referenceNumber') ?? null,
        providerDocumentId: members.get('documentId') ?? null,
        status,
        errorReason: status === null && said !== '' ? joined(said, reason ?? '') : reason,
        content,
      };
    },
  };
}

export const isDescribed = (key: AnswerMember | null): key is DescribedMember => describedMembers.some((name) => name === key);

/** A member that the description lists. */
export type AnswerMember = DescribedMember | 'signedDocuments' | 'signedDocument';

/** Returns the described member that a name means. */
export const describedMember: NameOf<AnswerMember> = describedNames(['signedDocuments', 'signedDocument', ...describedMembers]);

/** Joins two texts, up to the bound of a member. */
export const joined = (before: string, text: string): string =>
  [before, text]
    .filter((part) => part !== '')
    .join('; ')
    .slice(0, maxMember);

/** `whole`: false when the rest was too long. */
export type Piece = { text: string; whole: boolean };

/** Joins pieces of text, up to `maxMember` characters. */
export function createBoundedText() {
  let text = '';
  let whole = true;
  return {
    add(piece: string): void {
      whole &&= text.length + piece.length <= maxMember;
      if (text.length < maxMember) text += piece.slice(0, maxMember - text.length);
    },
    take(): Piece {
      const taken = { text, whole };
      text = '';
      whole = true;
      return taken;
    },
  };
}
