/** One entry of `signedDocuments` while it arrives. */
import { Assembler } from 'stream-json/assembler.js';
import { z } from 'zod';
import { StationError } from '../../shared/errors.ts';
import { signedDocumentItemSchema } from '../../shared/provider/signed-document-item.ts';
import type { JsonToken } from './answer-tokens.ts';
import type { IncomingContent, IncomingStore, SignedItem } from './provider.ts';

/** Most characters of one member other than `signedDocument`; each token of it counts as 16 more. */
const maxMember = 64 * 1024;
/** Most members that the description does not list; the rest are dropped. */
const maxExtras = 64;

/** The text of `signedDocument` goes to the store, so here only null or nothing is right. */
const entrySchema = signedDocumentItemSchema.extend({ signedDocument: z.null().optional() });

export type Entry = {
  /** The next value belongs to this member; of a name that comes twice, the last counts, as in `JSON.parse`. */
  member(key: string): Promise<void>;
  /** A token of the member's value, strings and numbers packed. */
  value(token: JsonToken): void;
  /** The member's value is complete. */
  memberDone(): void;
  /** The member's value is (or has a part) longer than is kept. */
  tooLong(): void;
  openContent(): Promise<IncomingContent>;
  /** The item, or null when it is not as described; then its content is thrown away. */
  finish(): Promise<SignedItem | null>;
  discard(): Promise<void>;
};

export function createEntry(incoming: IncomingStore): Entry {
  const members = new Map<string, unknown>();
  let key = '';
  let content: IncomingContent | null = null;
  let assembler = new Assembler();
  let size = 0;
  let extras = 0;

  const discard = async (): Promise<void> => {
    const open = content;
    content = null;
    // What cannot be thrown away is temporary; it must not hide what is being reported.
    await open?.discard().catch(() => {});
  };

  return {
    async member(name) {
      key = name;
      assembler = new Assembler();
      size = 0;
      members.delete(key);
      if (key === 'signedDocument') await discard();
    },
    value(token) {
      size += 16 + ('value' in token && typeof token.value === 'string' ? token.value.length : 0);
      if (size <= maxMember) assembler.consume(token);
    },
    memberDone() {
      if (key === 'signedDocument' && content !== null) return;
      const described = Object.hasOwn(entrySchema.shape, key);
      if (size <= maxMember && (described || ++extras <= maxExtras)) members.set(key, assembler.current);
      // A described member that was too long to read is there, and not null: the entry cannot be trusted.
      else if (described) members.set(key, Number.NaN);
    },
    tooLong() {
      size = Number.POSITIVE_INFINITY;
    },
    async openContent() {
      content = await incoming.open();
      return content;
    },
    async finish() {
      // `__proto__` is dropped: an object that holds it is a trap for whoever copies it.
      members.delete('__proto__');
      const parsed = entrySchema.safeParse(Object.fromEntries(members));
      if (!parsed.success) {
        await discard();
        return null;
      }
      const { referenceNumber, documentId, status, errorReason, signedDocument: _, ...extra } = parsed.data;
      return { referenceNumber, documentId: documentId ?? null, status, errorReason: errorReason ?? null, content, extra };
    },
    discard,
  };
}

/** Text put together from pieces, up to a bound. */
export function createBoundedText(max = maxMember) {
  let text = '';
  let length = 0;
  return {
    add(piece: string): void {
      length += piece.length;
      if (length <= max) text += piece;
    },
    /** Null when it was too long. */
    take(): string | null {
      const taken = length <= max ? text : null;
      text = '';
      length = 0;
      return taken;
    },
  };
}

/** An answer that goes on past any sense is left at that point. */
export const notAsDescribed = (why: string): StationError => new StationError('answer-not-as-described', undefined, { message: why });
