/** Arrays of bytes for PostgreSQL, in its binary form: `pg` sends an array as text, in which bytes are twice as long. */

/** OID of `bytea`. */
const elementType = 17;
const headBytes = 20;

/** @returns the value of a parameter of type `bytea[]`. @param values each in one or several parts */
export function byteaArray(values: readonly (Uint8Array | readonly Uint8Array[] | null)[]): Buffer {
  const all = values.map((value) => (value instanceof Uint8Array ? [value] : value));
  const lengths = all.map((parts) => parts?.reduce((sum, { length }) => sum + length, 0) ?? null);
  const array = Buffer.allocUnsafe(lengths.reduce<number>((sum, length) => sum + 4 + (length ?? 0), headBytes));
  const [dimensions, mayHaveNull, lowerBound] = [1, 1, 1];
  const head = [dimensions, mayHaveNull, elementType, values.length, lowerBound];
  let at = head.reduce((next, number) => array.writeInt32BE(number, next), 0);
  for (const [index, parts] of all.entries()) {
    at = array.writeInt32BE(lengths[index] ?? -1, at);
    for (const part of parts ?? []) {
      array.set(part, at);
      at += part.length;
    }
  }
  return array;
}
