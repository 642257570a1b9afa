/**
 * Where long base64 texts go while an answer arrives: one sink per text, opened before its reference is known, since members
 * come in any order. Pieces are the text of the JSON string, undecoded.
 */
export type IncomingStore = { open(): Promise<IncomingContent> };
export type IncomingContent = {
  write(text: string): Promise<void>;
  /** Ends the text. */
  close(): Promise<void>;
  /** Removes what was written; may be called after `close`. */
  discard(): Promise<void>;
};
