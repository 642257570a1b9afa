/** Whether objects of two files say the same, whatever their numbers and however they are packed. */
import { isDeepStrictEqual } from 'node:util';
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

export type Side = {
  file: PdfFile;
  /** Places of pages (from 0), by the numbers of their objects. */
  pages: ReadonlyMap<number, number>;
};

/** Says how a stream is packed, not what is in it. */
const packing = new Set(['Length', 'Filter', 'DecodeParms', 'DL']);

export type Comparer = {
  /** Follows references; a page is the same as the page at its place, which is compared elsewhere. @throws PdfFault */
  same(one: PdfValue | undefined, other: PdfValue | undefined): boolean;
  /** All entries but those. */
  sameEntries(one: PdfDict, other: PdfDict, but: ReadonlySet<string>): boolean;
};

type Pair = [PdfValue | undefined, PdfValue | undefined];

export function createComparer(original: Side, now: Side): Comparer {
  /** Of objects that were found to be the same, or that are under comparison. */
  const proven = new Set<string>();

  function sameStreams(one: PdfStream, other: PdfStream, waiting: Pair[]): boolean {
    pushEntries(one.dict, other.dict, packing, waiting);
    const [first, second] = [original.file, now.file];
    const raw = [first.bytes.subarray(one.start, one.end), second.bytes.subarray(other.start, other.end)] as const;
    const isPackedAlike = ['Filter', 'DecodeParms'].every((key) =>
      isDeepStrictEqual(first.follow(one.dict.get(key)), second.follow(other.dict.get(key))),
    );
    if (isPackedAlike && Buffer.compare(...raw) === 0) return true;
    const [before, after] = [decoded(first, one), decoded(second, other)];
    if (before.filters.join() !== after.filters.join() || Buffer.compare(before.bytes, after.bytes) !== 0) return false;
    for (const [at, parameters] of before.parameters.entries()) waiting.push([parameters, after.parameters[at]]);
    return true;
  }

  function pushEntries(one: PdfDict, other: PdfDict, but: ReadonlySet<string>, waiting: Pair[]): void {
    for (const key of new Set([...one.keys(), ...other.keys()])) if (!but.has(key)) waiting.push([one.get(key), other.get(key)]);
  }

  /** Null for a pair of references that is settled without looking further. */
  function pages(one: PdfRef, other: PdfRef): boolean | null {
    const [first, second] = [original.pages.get(one.number), now.pages.get(other.number)];
    return first === undefined && second === undefined ? null : first === second;
  }

  function step([one, other]: Pair, assumed: Set<string>, waiting: Pair[]): boolean {
    if (isRef(one) && isRef(other)) {
      const key = `${one.number} ${other.number}`;
      if (proven.has(key) || assumed.has(key)) return true;
      const settled = pages(one, other);
      if (settled !== null) return settled;
      assumed.add(key);
    }
    const [first, second] = [original.file.follow(one), now.file.follow(other)];
    if (isName(first)) return isName(second) && first.value === second.value;
    if (isString(first)) return isString(second) && first.bytes.equals(second.bytes);
    if (isStream(first)) return isStream(second) && sameStreams(first, second, waiting);
    if (isArray(first)) {
      if (!isArray(second) || first.length !== second.length) return false;
      for (const [at, item] of first.entries()) waiting.push([item, second[at]]);
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
