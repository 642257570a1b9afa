/** Yields the bytes in pieces of these lengths, in turn. */
export async function* cut(content: string | Uint8Array, lengths: readonly number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content);
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? bytes.length;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
