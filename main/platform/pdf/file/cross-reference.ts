/**
 * Reads the file's own cross-reference (ISO 32000-2, 7.5.4 to 7.5.8): tables, streams, hybrids, and the chain of `/Prev`. Syntax that
 * readers could understand in two ways, or would have to repair, is a fault.
 */
import { type ByteSource, lastPositionOf } from '../../files/byte-source.ts';
import { unpack } from './streams.ts';
import { createReader, isArray, isDict, isStream, nameOf, type PdfDict, PdfFault, type PdfValue, readIndirectObject } from './syntax.ts';

export type Entry =
  | { kind: 'free' }
  | { kind: 'place'; at: number; generation: number }
  /** In the object stream of this number. */
  | { kind: 'packed'; stream: number; index: number };

/** `at`: position of the table or stream. */
export type Section = { at: number; entries: ReadonlyMap<number, Entry>; trailer: PdfDict };

/** Maximum number of sections: every update adds one or two. */
const maxSections = 1000;
/** Maximum number of objects. */
const maxObjects = 8_388_607;

const fault = (what: string) => new PdfFault('xref-damaged', what);

/** Reads the sections, the newest first. @throws PdfFault */
export function readSections(file: ByteSource): Section[] {
  const sections: Section[] = [];
  const seen = new Set<number>();
  let next: number | null = lastStart(file);
  while (next !== null) {
    if (seen.has(next) || sections.length >= maxSections) throw fault('a chain that does not end');
    seen.add(next);
    const section = readSection(file, next);
    const hybrid = section.trailer.get('XRefStm');
    const hidden = hybrid === undefined ? null : readStream(file, wholeOf(hybrid, file.length));
    sections.push(hidden === null ? section : withHidden(section, hidden));
    const previous = section.trailer.get('Prev');
    next = previous === undefined ? null : wholeOf(previous, file.length);
    // Some readers continue at the place that the hidden section names, too.
    const alsoNext = hidden?.trailer.get('Prev') ?? next;
    if (alsoNext !== next) throw fault('a hidden section with a chain of its own');
  }
  return sections;
}

/** Number of bytes at the end of a file in which readers search for its `startxref`. They mend files that have it before. */
const searched = 1024;
const end = /^startxref[\0\t\n\f\r ]+(\d{1,15})[\0\t\n\f\r ]+%%EOF(.*)$/s;

const textFrom = (file: ByteSource, at: number): string => (at === -1 ? '' : file.range(at, at + searched).toString('latin1'));
const isBlank = (text: string): boolean => /^[\0\t\n\f\r ]*$/.test(text);

/** Whether some readers may mend a file since something, or many blanks, follow its end mark. Such a file can be sent, but not be returned. */
export function hasOtherEnd(file: ByteSource): boolean {
  const at = lastPositionOf(file, 'startxref');
  return file.length - at > searched || !isBlank(end.exec(textFrom(file, at))?.[2] ?? '');
}

/** Returns the position in the last `startxref`. Anything but blanks may follow the end mark only where readers search. */
function lastStart(file: ByteSource): number {
  const at = lastPositionOf(file, 'startxref');
  const match = end.exec(textFrom(file, at));
  if (match === null || (file.length - at > searched && !isBlank(match[2] ?? ''))) throw fault('no end mark');
  return wholeOf(Number(match[1]), file.length);
}

function wholeOf(value: PdfValue | undefined, below: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= below) throw fault('a place outside the file');
  return value;
}

function readSection(file: ByteSource, at: number): Section {
  const begin = skipped(file, at, /^/);
  const section = /^xref/.test(textAt(file, begin)) ? readTable(file, begin) : readStream(file, begin);
  // Blanks may be between the place that the file names and its section.
  return { ...section, at };
}

/** Bytes that the words between the entries of a table may take, with their blanks. */
const window = 256;
const textAt = (file: ByteSource, at: number): string => file.range(at, at + window).toString('latin1');

/** Returns the position after the text and blanks. Some readers skip no comments here. @throws PdfFault when the text is not there */
function skipped(file: ByteSource, at: number, text: RegExp): number {
  const match = new RegExp(`${text.source}[\\0\\t\\n\\f\\r ]*`).exec(textAt(file, at));
  if (match === null) throw fault(`no cross-reference at ${at}`);
  return at + match[0].length;
}

/** An entry of a table. Some readers count its bytes and mend the file when it has others. */
const row = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)$/;
const rowBytes = 20;

function readTable(file: ByteSource, at: number): Section {
  const entries = new Map<number, Entry>();
  let next = skipped(file, at, /^xref/);
  while (!/^trailer/.test(textAt(file, next))) {
    const [first = 0, count = 0] = textAt(file, next).split(/\s/, 2).map(Number);
    next = skipped(file, next, /^\d{1,10} \d{1,10}/);
    if (next + count * rowBytes > file.length) throw fault(`too few entries in the table at ${at}`);
    const rows = file.range(next, next + count * rowBytes).toString('latin1');
    for (let number = first, from = 0; number < first + count; number += 1, from += rowBytes) {
      const [, place, generation, kind] = row.exec(rows.slice(from, from + rowBytes)) ?? [];
      if (kind === undefined) throw fault(`another entry than of 20 bytes in the table at ${at}`);
      // Some readers take this for an object 0 that has the wrong number, and count the others from it.
      if (number === 1 && first === 1 && kind === 'f') throw fault(`a table that begins with a free object 1 at ${at}`);
      add(entries, number, kind === 'f' ? { kind: 'free' } : placed(Number(place), Number(generation)));
    }
    next = skipped(file, next + rows.length, /^/);
  }
  const trailer = createReader(file, skipped(file, next, /^trailer/)).value();
  if (!isDict(trailer)) throw fault(`no trailer of the table at ${at}`);
  return { at, entries, trailer };
}

function readStream(file: ByteSource, at: number): Section {
  const { value } = readIndirectObject(file, at, (length) => wholeOf(length, file.length));
  if (!isStream(value) || nameOf(value.dict.get('Type')) !== 'XRef') throw fault(`no cross-reference at ${at}`);
  const { dict } = value;
  const bytes = unpack(file, value);
  const widths = wholes(dict.get('W'));
  const [typeWidth = 0, second = 0, third = 0, ...others] = widths;
  if (widths.length < 3 || others.length > 0 || widths.some((width) => width > 6)) throw fault(`odd widths at ${at}`);
  const rowWidth = typeWidth + second + third;
  const sizes = wholes(dict.get('Index') ?? [0, dict.get('Size') ?? null]);
  const entries = new Map<number, Entry>();
  let from = 0;
  for (let pair = 0; pair < sizes.length; pair += 2) {
    const [first = 0, count = 0] = sizes.slice(pair, pair + 2);
    if (rowWidth === 0 || from + count * rowWidth > bytes.length) throw fault(`too few entries at ${at}`);
    for (let number = first; number < first + count; number += 1, from += rowWidth) {
      const field = (offset: number, width: number) => (width === 0 ? 0 : bytes.readUIntBE(from + offset, width));
      const type = typeWidth === 0 ? 1 : field(0, typeWidth);
      add(entries, number, entryOf(type, field(typeWidth, second), field(typeWidth + second, third)));
    }
  }
  return { at, entries, trailer: dict };
}

/** An object at the beginning of the file does not exist, as in other readers: the header is there. */
const placed = (at: number, generation: number): Entry => (at === 0 ? { kind: 'free' } : { kind: 'place', at, generation });

function entryOf(type: number, second: number, third: number): Entry {
  if (type === 0) return { kind: 'free' };
  if (type === 1) return placed(second, third);
  if (type === 2) return { kind: 'packed', stream: second, index: third };
  throw fault('an entry of an unknown kind');
}

function wholes(value: PdfValue | undefined): number[] {
  if (!isArray(value)) throw fault('no list of numbers');
  return value.map((item) => wholeOf(item, maxObjects));
}

function add(entries: Map<number, Entry>, number: number, entry: Entry): void {
  const before = entries.get(number);
  if (number > maxObjects || (before !== undefined && !isSame(before, entry))) throw fault(`object ${number} is named twice`);
  entries.set(number, entry);
}

/**
 * Adds the hidden section of a hybrid file: the stream has objects that old readers do not see. When both name an object, readers differ in
 * which one they use.
 */
function withHidden(table: Section, hidden: Section): Section {
  const entries = new Map(table.entries);
  for (const [number, entry] of hidden.entries) add(entries, number, entry);
  return { ...table, entries };
}

function isSame(one: Entry, other: Entry): boolean {
  if (one.kind === 'place' && other.kind === 'place') return one.at === other.at && one.generation === other.generation;
  if (one.kind === 'packed' && other.kind === 'packed') return one.stream === other.stream && one.index === other.index;
  return one.kind === other.kind;
}
