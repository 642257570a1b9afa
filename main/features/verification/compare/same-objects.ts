/** Compares objects of two files, independent of their numbers and packing. */
import { isDeepStrictEqual } from 'node:util';
import { isSameRange } from '../../../platform/files/byte-source.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { decoded } from '../../../platform/pdf/file/streams.ts';
import {
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  type PdfDict,
  type PdfRef,
  type PdfStream,
  type PdfValue,
} from '../../../platform/pdf/file/syntax.ts';
import { kidsOf, numberTree } from './signature-elements.ts';

export type Side = {
  file: PdfFile;
  /** Indexes of pages (from 0), by object number. */
  pages: ReadonlyMap<number, number>;
  /** Numbers of elements of the structure tree that are left out. */
  added?: ReadonlySet<number>;
};

/** Entries that describe the packing of a stream, not its content. */
const packing = new Set(['Length', 'Filter', 'DecodeParms', 'DL']);

export type Comparer = {
  /** Compares values; follows references. A page equals the page with the same index, which is compared elsewhere. @throws PdfFault */
  same(one: PdfValue | undefined, other: PdfValue | undefined): boolean;
  /** Compares all entries except `but`. */
  sameEntries(one: PdfDict, other: PdfDict, but: ReadonlySet<string>): boolean;
};

type Pair = [PdfValue | undefined, PdfValue | undefined];

export function createComparer(original: Side, now: Side): Comparer {
  /** Pairs of objects that are the same, or that are being compared. */
  const proven = new Set<string>();

  function sameStreams(one: PdfStream, other: PdfStream, waiting: Pair[]): boolean {
    pushEntries(one.dict, other.dict, packing, waiting);
    const [first, second] = [original.file, now.file];
    const isPackedAlike = ['Filter', 'DecodeParms'].every((key) =>
      isDeepStrictEqual(first.follow(one.dict.get(key)), second.follow(other.dict.get(key))),
    );
    if (isPackedAlike && isSameRange(first.bytes, [one.start, one.end], second.bytes, [other.start, other.end])) return true;
    const [before, after] = [decoded(first, one), decoded(second, other)];
    if (before.filters.join() !== after.filters.join() || Buffer.compare(before.bytes, after.bytes) !== 0) return false;
    for (const [at, parameters] of before.parameters.entries()) waiting.push([parameters, after.parameters[at]]);
    return true;
  }

  function pushEntries(one: PdfDict, other: PdfDict, but: ReadonlySet<string>, waiting: Pair[]): void {
    for (const key of new Set([...one.keys(), ...other.keys()])) if (!but.has(key)) waiting.push(valuesOf(key, one, other));
  }

  const isLeftOut = (item: PdfValue): boolean => isRef(item) && now.added?.has(item.number) === true;

  /** Returns the values of an entry; where elements are left out, in the form that does not depend on their number. */
  function valuesOf(key: string, one: PdfDict, other: PdfDict): Pair {
    const [first, second] = [one.get(key), other.get(key)];
    if (!now.added?.size) return [first, second];
    if (key === 'K') return [kidsOf(original.file, first), kidsOf(now.file, second)];
    if (key === 'ParentTreeNextKey') return [null, null];
    if (key !== 'ParentTree') return [first, second];
    const later = [...numberTree(now.file, second)].filter(([, value]) => !isLeftOut(value));
    return [numberTree(original.file, first), new Map(later)];
  }

  /** Compares references to pages by index; null when neither is a page. */
  function pages(one: PdfRef, other: PdfRef): boolean | null {
    const [first, second] = [original.pages.get(one.number), now.pages.get(other.number)];
    return first === undefined && second === undefined ? null : first === second;
  }

  function step([one, other]: Pair, assumed: Set<string>, waiting: Pair[]): boolean {
    if (isRef(one) && isRef(other)) {
      const key = `${one.number} ${other.number}`;
      if (proven.has(key) || assumed.has(key)) return true;
      const compared = pages(one, other);
      if (compared !== null) return compared;
      assumed.add(key);
    }
    const [first, second] = [original.file.follow(one), now.file.follow(other)];
    if (isName(first)) return isName(second) && first.value === second.value;
    if (isString(first)) return isString(second) && first.bytes.equals(second.bytes);
    if (isStream(first)) return isStream(second) && sameStreams(first, second, waiting);
    if (isArray(first)) {
      const items = isArray(second) ? second.filter((item) => !isLeftOut(item)) : null;
      if (first.length !== items?.length) return false;
      for (const [at, item] of first.entries()) waiting.push([item, items[at]]);
      return true;
    }
    if (isDict(first)) {
      if (!isDict(second)) return false;
      pushEntries(first, second, new Set(), waiting);
      return true;
    }
    return first === second;
  }

  function all(waiting: Pair[]): boolean {
    const assumed = new Set<string>();
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) if (!step(pair, assumed, waiting)) return false;
    for (const key of assumed) proven.add(key);
    return true;
  }

  return {
    same: (one, other) => all([[one, other]]),
    sameEntries(one, other, but) {
      const waiting: Pair[] = [];
      pushEntries(one, other, but, waiting);
      return all(waiting);
    },
  };
}
