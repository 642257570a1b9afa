/** What the viewer reads in the place of a file's own bytes. */

/**
 * Bytes that pdf.js needs in place of the file's own to open it without a password; `at` the file's size appends.
 * The file itself, what is hashed and what is sent never change.
 */
export type ViewerPatch = { at: number; bytes: Uint8Array };

/** A copy of the file with its patches. */
export function patched(file: Uint8Array, patches: readonly ViewerPatch[]): Uint8Array {
  const end = patches.reduce((longest, { at, bytes }) => Math.max(longest, at + bytes.length), file.length);
  const copy = new Uint8Array(end);
  copy.set(file);
  for (const { at, bytes } of patches) copy.set(bytes, at);
  return copy;
}
