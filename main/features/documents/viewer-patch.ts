/** Bytes that replace those of a file in the viewer. */

/**
 * Bytes that pdf.js needs instead of the file's own to open it without a password; `at` equal to the file's size appends.
 * The file itself, the hashed bytes and the sent bytes never change.
 */
export type ViewerPatch = { at: number; bytes: Uint8Array };

/** Returns a copy of the file with its patches. */
export function patched(file: Uint8Array, patches: readonly ViewerPatch[]): Uint8Array {
  const end = patches.reduce((length, { at, bytes }) => Math.max(length, at + bytes.length), file.length);
  const copy = new Uint8Array(end);
  copy.set(file);
  for (const { at, bytes } of patches) copy.set(bytes, at);
  return copy;
}
