/** A PDF by its own cross-reference, as viewers read it: objects when they are asked for, and the revisions that the file has. */
import { type Entry, readSections, type Section } from './cross-reference.ts';
import { unpack } from './streams.ts';
import {
  createReader,
  type IndirectObject,
  isRef,
  isStream,
  nameOf,
  type PdfDict,
  PdfFault,
  type PdfStream,
  type PdfValue,
  readIndirectObject,
} from './syntax.ts';

/** `end`: after its end mark and line end. `objects`: the numbers that it defines or frees. */
export type Revision = { end: number; objects: number[] };

export type Extent = { start: number; end: number };

export type PdfFile = {
  bytes: Uint8Array;
  trailer: PdfDict;
  /** Numbers of the objects that are in use, ascending. */
  numbers(): number[];
  /** Null for what is free or not there, as readers have it. @throws PdfFault */
  object(number: number): PdfValue;
  /** Follows a reference, to a reference as well. @throws PdfFault */
  follow(value: PdfValue | undefined): PdfValue;
  /** Where an object's bytes are; null for what is free or not there. Two files that begin alike have it alike. */
  placeOf(number: number): string | null;
  /** References name an object with its generation. */
  generationOf(number: number): number;
  /** The object stream that it is packed in. */
  holderOf(number: number): number | null;
  revisions(): Revision[];
  /** Where its bytes begin and end; null for what is packed, free or not there. @throws PdfFault */
  extentOf(number: number): Extent | null;
  /** Where what is written at a place of the file ends. @throws PdfFault */
  endOf(at: number): number;
  sections: readonly Section[];
};

/** References that lead to references. */
const maxSteps = 20;

/** @throws PdfFault */
export function openPdfFile(bytes: Uint8Array): PdfFile {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') throw new PdfFault('xref-damaged', 'bytes before the header');
  const sections = readSections(bytes);
  const entries = new Map<number, Entry>();
  for (const section of sections.toReversed()) for (const [number, entry] of section.entries) entries.set(number, entry);
  const trailer = sections[0]?.trailer ?? new Map();
  const size = trailer.get('Size');
  const objects = new Map<number, PdfValue>();
  const ends = new Map<number, number>();
  const extents = new Map<number, Extent>();
  let revisions: Revision[] | null = null;
  const packs = new Map<number, Pack>();
  const underWay = new Set<number>();

  function object(number: number): PdfValue {
    const known = objects.get(number);
    if (known !== undefined) return known;
    const entry = entries.get(number);
    if (entry === undefined || entry.kind === 'free') return null;
    // Some readers take such an object for missing, others do not.
    if (typeof size !== 'number' || number >= size) throw new PdfFault('object-damaged', `object ${number} is past the size`);
    if (underWay.has(number)) throw new PdfFault('object-damaged', `object ${number} needs itself`);
    underWay.add(number);
    try {
      const value = entry.kind === 'place' ? placed(number, entry.at, entry.generation) : packed(number, entry.stream, entry.index);
      objects.set(number, value);
      return value;
    } finally {
      underWay.delete(number);
    }
  }

  function placed(number: number, at: number, generation: number): PdfValue {
    const found = readAt(at);
    if (found.number !== number || found.generation !== generation) throw new PdfFault('object-damaged', `another object than ${number}`);
    extents.set(number, { start: found.start, end: found.end });
    return found.value;
  }

  function readAt(at: number): IndirectObject {
    if (at >= bytes.length) throw new PdfFault('object-damaged', 'an object outside the file');
    const found = readIndirectObject(bytes, at, (length) => {
      const number = follow(length);
      if (typeof number !== 'number' || !Number.isInteger(number) || number < 0)
        throw new PdfFault('object-damaged', 'a stream without length');
      return number;
    });
    ends.set(at, found.end);
    return found;
  }

  function packed(number: number, stream: number, index: number): PdfValue {
    // What strings and streams say is encrypted here; byte ranges and names of dictionaries outside are not.
    if (trailer.has('Encrypt')) throw new PdfFault('encrypted', `object ${number}`);
    if (entries.get(stream)?.kind !== 'place') throw new PdfFault('object-damaged', `object stream ${stream}`);
    const container = object(stream);
    if (!isStream(container)) throw new PdfFault('object-damaged', `object stream ${stream}`);
    const pack = packs.get(stream) ?? readPack(bytes, container);
    packs.set(stream, pack);
    const listed = pack.index[index];
    if (listed?.number !== number) throw new PdfFault('object-damaged', `object ${number} is not in its stream`);
    return createReader(pack.bytes, listed.at).value();
  }

  function generationOf(number: number): number {
    const entry = entries.get(number);
    // Packed objects have generation 0.
    return entry?.kind === 'place' ? entry.generation : 0;
  }

  function follow(value: PdfValue | undefined): PdfValue {
    let found = value ?? null;
    for (let step = 0; isRef(found); step += 1) {
      if (step === maxSteps) throw new PdfFault('object-damaged', 'a chain of references');
      // A reference to another generation is one to nothing.
      found = generationOf(found.number) === found.generation ? object(found.number) : null;
    }
    return found;
  }

  return {
    bytes,
    trailer,
    numbers: () =>
      [...entries]
        .filter(([, { kind }]) => kind !== 'free')
        .map(([number]) => number)
        .sort((a, b) => a - b),
    object,
    follow,
    placeOf(number) {
      const entry = entries.get(number);
      if (entry === undefined || entry.kind === 'free') return null;
      if (entry.kind === 'place') return `${entry.at} ${entry.generation}`;
      const container = entries.get(entry.stream);
      return `${container?.kind === 'place' ? container.at : 'nowhere'} of ${entry.index}`;
    },
    generationOf,
    holderOf(number) {
      const entry = entries.get(number);
      return entry?.kind === 'packed' ? entry.stream : null;
    },
    revisions() {
      revisions ??= revisionsOf(bytes, sections);
      return revisions;
    },
    extentOf(number) {
      object(number);
      return extents.get(number) ?? null;
    },
    endOf: (at) => ends.get(at) ?? readAt(at).end,
    sections,
  };
}

type Pack = { bytes: Buffer; index: { number: number; at: number }[] };

function readPack(file: Uint8Array, stream: PdfStream): Pack {
  const { dict } = stream;
  const [count, first] = [dict.get('N'), dict.get('First')];
  if (nameOf(dict.get('Type')) !== 'ObjStm' || typeof count !== 'number' || typeof first !== 'number') {
    throw new PdfFault('object-damaged', 'no object stream');
  }
  const bytes = unpack(file, stream);
  const reader = createReader(bytes.subarray(0, first));
  const index: Pack['index'] = [];
  for (let at = 0; at < count; at += 1) index.push({ number: reader.wholeNumber(), at: first + reader.wholeNumber() });
  return { bytes, index };
}

/**
 * By the end marks whose `startxref` names a section of the chain: a linearized file has two sections in its first revision, and an
 * end mark in between that names none. @throws PdfFault where a section is in no revision, or a later one is in an earlier revision
 */
function revisionsOf(bytes: Uint8Array, sections: readonly Section[]): Revision[] {
  const named = new Map(sections.map((section) => [section.at, section]));
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ends: number[] = [];
  for (let at = file.indexOf('startxref'); at !== -1; at = file.indexOf('startxref', at + 9)) {
    const match = /^startxref\s+(\d{1,15})\s+%%EOF(\r\n|\r|\n)?/.exec(file.subarray(at, at + 64).toString('latin1'));
    const start = Number(match?.[1]);
    if (match !== null && named.has(start) && start < at) ends.push(at + match[0].length);
  }
  const revisions: Revision[] = ends.map((end) => ({ end, objects: [] }));
  let last = revisions.length - 1;
  for (const { at, entries } of sections) {
    const index = revisions.findIndex(({ end }) => end > at);
    if (index === -1 || index > last) throw new PdfFault('xref-damaged', 'sections out of order');
    last = index;
    revisions[index]?.objects.push(...entries.keys());
  }
  return revisions;
}
