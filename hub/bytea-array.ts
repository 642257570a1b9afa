/** Arrays of bytes for PostgreSQL, in its binary form: `pg` sends an array as text, in which bytes are twice as long. */

/** OID of `bytea`. */
const elementType = 17;
const headBytes = 20;

/** @returns the value of a parameter of type `bytea[]` */
export function byteaArray(values: readonly (Uint8Array | null)[]): Buffer {
  const array = Buffer.allocUnsafe(values.reduce((sum, value) => sum + 4 + (value?.length ?? 0), headBytes));
  const [dimensions, mayHaveNull, lowerBound] = [1, 1, 1];
  const head = [dimensions, mayHaveNull, elementType, values.length, lowerBound];
  let at = head.reduce((next, number) => array.writeInt32BE(number, next), 0);
  for (const value of values) {
    at = array.writeInt32BE(value?.length ?? -1, at);
    if (value !== null) array.set(value, at);
    at += value?.length ?? 0;
  }
  return array;
}
