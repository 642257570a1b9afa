/** Opens a PDF by its own cross-reference, as viewers do: objects, read on request, and revisions. */
import { type ByteSource, positionsOf, sourceOf } from '../../files/byte-source.ts';
import { type Entry, readSections, type Section } from './cross-reference.ts';
import { unpack } from './streams.ts';
import {
  createReader,
  dictOf,
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

/** `end`: position after its end mark and line end. `objects`: the numbers that it defines or frees. */
export type Revision = { end: number; objects: number[] };

export type Extent = { start: number; end: number };

export type PdfFile = {
  bytes: ByteSource;
  trailer: PdfDict;
  /** Numbers of the objects that are in use, ascending. */
  numbers(): number[];
  /** Reads an object; null when it is free or does not exist, as in other readers. @throws PdfFault */
  object(number: number): PdfValue;
  /** Follows a reference, and references that it leads to; returns other values unchanged. @throws PdfFault */
  follow(value: PdfValue | undefined): PdfValue;
  /** Identifies where an object's bytes are; null when it is free or does not exist. Equal in two files with the same beginning. */
  placeOf(number: number): string | null;
  /** Returns the generation that references to the object have. */
  generationOf(number: number): number;
  /** Returns the number of the object stream that the object is packed in; null for none. */
  holderOf(number: number): number | null;
  revisions(): Revision[];
  /** Returns the begin and end of an object's bytes; null when it is packed, free or does not exist. @throws PdfFault */
  extentOf(number: number): Extent | null;
  /** Returns the end of the object at a position. @throws PdfFault */
  endOf(at: number): number;
  sections: readonly Section[];
};

/** Maximum length of a chain of references. */
const maxSteps = 20;

type State = {
  bytes: ByteSource;
  sections: readonly Section[];
  trailer: PdfDict;
  entries: ReadonlyMap<number, Entry>;
  /** Objects that were read, by number. */
  objects: Map<number, PdfValue>;
  /** Unpacked object streams, by number. */
  packs: Map<number, Pack>;
  /** By number of the object. */
  extents: Map<number, Extent>;
  /** By position of the object. */
  ends: Map<number, number>;
  /** Numbers of the objects that are being read. */
  reading: Set<number>;
  revisions: Revision[] | null;
};

/** @throws PdfFault */
export function openPdfFile(file: Uint8Array | ByteSource): PdfFile {
  const bytes = sourceOf(file);
  if (bytes.length === 0) throw new PdfFault('empty', 'no bytes');
  const head = bytes.range(0, Math.min(1024, bytes.length));
  if (!head.includes('%PDF-')) throw new PdfFault('not-a-pdf', 'no header');
  if (head.indexOf('%PDF-') > 0) throw new PdfFault('xref-damaged', 'bytes before the header');
  const state = readState(bytes);
  const linearized = linearizedStart(bytes);
  if (linearized !== null && linearized !== state.sections[0]?.at) throw new PdfFault('xref-damaged', 'two first sections');
  return {
    bytes,
    trailer: state.trailer,
    sections: state.sections,
    numbers: () => numbersInUse(state),
    object: (number) => readObject(state, number),
    follow: (value) => follow(state, value),
    placeOf: (number) => placeOf(state, number),
    generationOf: (number) => generationOf(state, number),
    holderOf(number) {
      const entry = state.entries.get(number);
      return entry?.kind === 'packed' ? entry.stream : null;
    },
    revisions() {
      state.revisions ??= revisionsOf(bytes, state.sections);
      return state.revisions;
    },
    extentOf(number) {
      readObject(state, number);
      return state.extents.get(number) ?? null;
    },
    endOf: (at) => state.ends.get(at) ?? readAt(state, at).end,
  };
}

/**
 * Returns where readers begin that believe the linearization (ISO 32000-2, annex F): at the section after its dictionary, which is the first
 * object. They believe it as long as it states the length of the file. Null for other files.
 */
function linearizedStart(bytes: ByteSource): number | null {
  const reader = createReader(bytes);
  reader.skipBlanks();
  if (!/^\d/.test(bytes.range(reader.at(), reader.at() + 1).toString('latin1'))) return null;
  reader.wholeNumber();
  reader.wholeNumber();
  const dict = reader.takes('obj') ? dictOf(reader.value()) : null;
  if (!dict?.has('Linearized') || dict.get('L') !== bytes.length) return null;
  if (!reader.takes('endobj')) return -1;
  reader.skipBlanks();
  return reader.at();
}

function readState(bytes: ByteSource): State {
  const sections = readSections(bytes);
  const entries = new Map<number, Entry>();
  for (const section of sections.toReversed()) {
    for (const [number, entry] of section.entries) {
      const before = entries.get(number);
      // Readers that mend a file take the last object of a number.
      if (entry.kind === 'place' && before?.kind === 'place' && entry.at < before.at)
        throw new PdfFault('xref-damaged', `a later object ${number} before an earlier one`);
      entries.set(number, entry);
    }
  }
  const trailer = sections[0]?.trailer ?? new Map();
  const caches = { objects: new Map(), packs: new Map(), extents: new Map(), ends: new Map(), reading: new Set<number>(), revisions: null };
  return { bytes, sections, trailer, entries, ...caches };
}

const numbersInUse = ({ entries }: State): number[] =>
  [...entries]
    .filter(([, { kind }]) => kind !== 'free')
    .map(([number]) => number)
    .sort((a, b) => a - b);

function readObject(state: State, number: number): PdfValue {
  const { objects, entries, trailer, reading } = state;
  const known = objects.get(number);
  if (known !== undefined) return known;
  const entry = entries.get(number);
  if (entry === undefined || entry.kind === 'free') return null;
  const size = trailer.get('Size');
  // Some readers treat such an object as missing, others do not.
  if (typeof size !== 'number' || number >= size) throw new PdfFault('object-damaged', `object ${number} is past the size`);
  if (reading.has(number)) throw new PdfFault('object-damaged', `object ${number} needs itself`);
  reading.add(number);
  try {
    const value = entry.kind === 'place' ? readPlaced(state, number, entry) : readPacked(state, number, entry);
    objects.set(number, value);
    return value;
  } finally {
    reading.delete(number);
  }
}

function readPlaced(state: State, number: number, { at, generation }: Extract<Entry, { kind: 'place' }>): PdfValue {
  const found = readAt(state, at);
  if (found.number !== number || found.generation !== generation) throw new PdfFault('object-damaged', `another object than ${number}`);
  state.extents.set(number, { start: found.start, end: found.end });
  return found.value;
}

function readAt(state: State, at: number): IndirectObject {
  if (at >= state.bytes.length) throw new PdfFault('object-damaged', 'an object outside the file');
  const found = readIndirectObject(state.bytes, at, (length) => {
    const number = follow(state, length);
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0)
      throw new PdfFault('object-damaged', 'a stream without length');
    return number;
  });
  state.ends.set(at, found.end);
  return found;
}

function readPacked(state: State, number: number, { stream, index }: Extract<Entry, { kind: 'packed' }>): PdfValue {
  const { bytes, trailer, entries, packs } = state;
  // The content of object streams is encrypted; byte ranges and names of dictionaries outside of them are not.
  if (trailer.has('Encrypt')) throw new PdfFault('encrypted', `object ${number}`);
  if (entries.get(stream)?.kind !== 'place') throw new PdfFault('object-damaged', `object stream ${stream}`);
  const container = readObject(state, stream);
  if (!isStream(container)) throw new PdfFault('object-damaged', `object stream ${stream}`);
  const pack = packs.get(stream) ?? readPack(bytes, container);
  packs.set(stream, pack);
  const listed = pack.index[index];
  if (listed?.number !== number) throw new PdfFault('object-damaged', `object ${number} is not in its stream`);
  return createReader(pack.bytes, listed.at).value();
}

function generationOf({ entries }: State, number: number): number {
  const entry = entries.get(number);
  // Packed objects have generation 0.
  return entry?.kind === 'place' ? entry.generation : 0;
}

function follow(state: State, value: PdfValue | undefined): PdfValue {
  let found = value ?? null;
  for (let step = 0; isRef(found); step += 1) {
    if (step === maxSteps) throw new PdfFault('object-damaged', 'a chain of references');
    // A reference to another generation leads to nothing.
    found = generationOf(state, found.number) === found.generation ? readObject(state, found.number) : null;
  }
  return found;
}

function placeOf({ entries }: State, number: number): string | null {
  const entry = entries.get(number);
  if (entry === undefined || entry.kind === 'free') return null;
  if (entry.kind === 'place') return `${entry.at} ${entry.generation}`;
  const container = entries.get(entry.stream);
  return `${container?.kind === 'place' ? container.at : 'nowhere'} of ${entry.index}`;
}

type Pack = { bytes: Buffer; index: { number: number; at: number }[] };

function readPack(file: ByteSource, stream: PdfStream): Pack {
  const { dict } = stream;
  const [count, first] = [dict.get('N'), dict.get('First')];
  if (nameOf(dict.get('Type')) !== 'ObjStm' || typeof count !== 'number' || typeof first !== 'number') {
    throw new PdfFault('object-damaged', 'no object stream');
  }
  const bytes = unpack(file, stream);
  const reader = createReader(bytes.subarray(0, first));
  const index: Pack['index'] = [];
  for (let at = 0; at < count; at += 1) index.push({ number: reader.wholeNumber(), at: first + reader.wholeNumber() });
  // Some readers use the first one, others the last, whatever the cross-reference names.
  if (new Set(index.map(({ number }) => number)).size < index.length) throw new PdfFault('object-damaged', 'a number twice in a stream');
  return { bytes, index };
}

/**
 * Finds the revisions by the end marks with a `startxref` that names a section of the chain: a linearized file has two sections in its
 * first revision, and an end mark between them that names none.
 * @throws PdfFault when a section is in no revision, or a later one is in an earlier revision
 */
function revisionsOf(bytes: ByteSource, sections: readonly Section[]): Revision[] {
  const named = new Map(sections.map((section) => [section.at, section]));
  const ends: number[] = [];
  // None is before the section that it names, and so before the first one: most of a file needs no search.
  const first = sections.reduce((least, { at }) => Math.min(least, at), bytes.length);
  for (const at of positionsOf(bytes, 'startxref', first)) {
    const match = /^startxref\s+(\d{1,15})\s+%%EOF(\r\n|\r|\n)?/.exec(bytes.range(at, at + 64).toString('latin1'));
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
