/** Finds the objects that a reader can reach, and compares values. */
import { type ByteSource, isSameRange } from '../../files/byte-source.ts';
import type { PdfFile } from './pdf-file.ts';
import { dictOf, isArray, isDict, isName, isRef, isStream, isString, type PdfDict, PdfFault, type PdfValue } from './syntax.ts';

/** Yields the dictionaries in values and in all that they refer to. @throws PdfFault when an object cannot be read */
export function* dictsWithin(file: PdfFile, values: readonly PdfValue[]): Generator<PdfDict> {
  const seen = new Set<number>();
  const waiting = [...values];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const dict = dictOf(value);
    if (isRef(value)) {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
      waiting.push(file.object(value.number));
    } else if (isArray(value)) for (const item of value) waiting.push(item);
    else if (dict !== null) {
      yield dict;
      for (const item of dict.values()) waiting.push(item);
    }
  }
}

/** Keys of the entries that are not followed, by dictionary. */
export type LeftOut = ReadonlyMap<PdfDict, ReadonlySet<string>>;

/**
 * Returns the numbers of all objects that the trailer leads to, including missing objects and the streams that objects are packed in.
 * @param onFault gets the error of each unreadable object; nothing behind it is followed
 */
export function reachable(file: PdfFile, leftOut: LeftOut, onFault: (number: number, thrown: unknown) => void): Set<number> {
  const seen = new Set<number>();
  const waiting: PdfValue[] = [file.trailer.get('Root') ?? null, file.trailer.get('Encrypt') ?? null];
  const visit = (number: number, generation: number | null) => {
    // Some readers mend the file when an object that is in use has another generation, and find other objects then.
    if (generation !== null && file.placeOf(number) !== null && file.generationOf(number) !== generation)
      onFault(number, new PdfFault('object-damaged', `another generation of ${number}`));
    if (seen.has(number)) return;
    seen.add(number);
    try {
      waiting.push(file.object(number));
      const holder = file.holderOf(number);
      if (holder !== null) visit(holder, null);
    } catch (thrown) {
      onFault(number, thrown);
    }
  };
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const dict = dictOf(value);
    if (isRef(value)) visit(value.number, value.generation);
    else if (isArray(value)) for (const item of value) waiting.push(item);
    else if (dict !== null) {
      const skipped = leftOut.get(dict);
      for (const [key, item] of dict) if (!skipped?.has(key)) waiting.push(item);
    }
  }
  return seen;
}

/** Whether all that the trailer leads to can be read. */
export function isWhole(file: PdfFile): boolean {
  let whole = true;
  reachable(file, new Map(), () => {
    whole = false;
  });
  return whole;
}

/** Whether two values are the same. References are the same when they name the same object, whatever its content. Compares streams without unpacking them. */
export function isSameValue(one: PdfValue, other: PdfValue, files: { one: ByteSource; other: ByteSource }): boolean {
  if (isRef(one)) return isRef(other) && one.number === other.number && one.generation === other.generation;
  if (isName(one)) return isName(other) && one.value === other.value;
  if (isString(one)) return isString(other) && one.bytes.equals(other.bytes);
  if (isStream(one)) {
    if (!isStream(other) || !isSameValue(one.dict, other.dict, files)) return false;
    return isSameRange(files.one, [one.start, one.end], files.other, [other.start, other.end]);
  }
  if (isArray(one)) {
    return isArray(other) && one.length === other.length && one.every((item, index) => isSameValue(item, other[index] ?? null, files));
  }
  if (isDict(one)) {
    if (!isDict(other) || one.size !== other.size) return false;
    return [...one].every(([key, item]) => other.has(key) && isSameValue(item, other.get(key) ?? null, files));
  }
  return one === other;
}
