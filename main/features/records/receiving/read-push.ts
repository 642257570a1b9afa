/**
 * Reads a pushed record (interface description, endpoint B, use 2), which is in memory as a whole: classifies a body, finds its records,
 * hashes each once, and digests its content. Pure.
 */

import { isUtf8 } from 'node:buffer';
import { hash, randomUUID } from 'node:crypto';
import type { RecordFile } from '../../../../shared/domain/records/record.ts';
import { type Problem, problem, StationError } from '../../../../shared/errors.ts';
import { base64Bytes } from '../../../platform/json/base64.ts';
import { inAnyEncoding } from '../../../platform/json/body-encoding.ts';
import { membersNamed, objectsWith } from '../../../platform/json/described-names.ts';
import { fromText, isObject, type JsonPath, parseDigits } from '../../../platform/json/exact-json.ts';
import { type LongText, type SplitJson, splitJson } from '../../../platform/json/split-json.ts';
import { bounds, isLongText } from '../../../platform/provider/validation-answer.ts';
import { hasMembers, hasMembersSpelledAnyhow, type IsRecord, isSection } from '../reading/described-spelling.ts';
import { jsonPathKey, stepInto } from '../reading/json-path.ts';
import { holdsBase64 } from '../reading/members.ts';
import { type RecordFacts, readFacts } from '../reading/read-record.ts';
import { mediaType } from './media-type.ts';

/** Reading takes a hundred times the memory of a short value; a record has a hundred of them. */
const maxValues = 100_000;

/**
 * `body` as received, in UTF-8, and its JSON without the long texts. `isTextUncertain`: bytes of no stated character encoding were read as
 * windows-1252.
 */
export type PushBody = { body: Buffer; json: SplitJson; isTextUncertain: boolean };

/** A picture, video, document or long text of a push, in memory. */
type PushedFile = RecordFile & { bytes: Buffer };

export type PushedRecord = {
  /** As received; null in place of a file's text. */
  json: string;
  /** Of the whole body. */
  size: number;
  sha256: string;
  files: PushedFile[];
  facts: RecordFacts;
  /** See `contentDigest`. */
  digest: string;
  isTextUncertain: boolean;
};

/** @param body UTF-8; a byte order mark is skipped */
export function readPushBody(body: Buffer, isTextUncertain = false): PushBody | 'not-json' | 'too-deep' {
  const json = splitJson(body, { isLong: isLongText, maxValues });
  return typeof json === 'string' ? json : { body, json, isTextUncertain };
}

/** A number of plain digits is its text in the body; any other is a number. */
type Transaction = Readonly<Record<string, unknown>>;

/** `records`: where they are in the body. `hasMore`: it has other values too, which are part of no record and of no question. */
export type BodyRecords = { records: JsonPath[]; hasMore: boolean; read: PushBody };

type Body =
  /** Use 1. */
  | { kind: 'question'; transaction: Transaction }
  /** Use 2. */
  | ({ kind: 'record' } & BodyRecords)
  /** A body that can be either use counts as both. */
  | ({ kind: 'both'; transaction: Transaction } & BodyRecords)
  /** Neither use, or not readable. */
  | { kind: 'unreadable'; why: Problem };

const maxNameLength = 100;

/**
 * Classifies a body; reads one of neither use as the JSON that its texts are, such as `{"data":"{…}"}`.
 * @param received UTF-8; other bytes are read as windows-1252
 * @param isUncertain whether such bytes were read already
 */
export function classifyBody(received: Buffer, isUncertain = false): Body {
  const { bytes: body, isUncertain: isGuess } = inAnyEncoding(withoutMarks(received));
  const isTextUncertain = isUncertain || isGuess;
  const found = classify(body, isTextUncertain);
  const isOfNeither = found.kind === 'unreadable' && ['body-not-an-object', 'body-neither'].includes(found.why.code);
  const inner = isOfNeither ? withTextsRead(body) : null;
  const within = inner && classify(inner, isTextUncertain);
  return within && within.kind !== 'unreadable' ? within : found;
}

const mark = Buffer.from('\ufeff');

/** Returns a body without the byte order marks before it and the zeros behind it, with which some programs end a text. */
function withoutMarks(body: Buffer): Buffer {
  let [start, end] = [0, body.length];
  while (body.subarray(start, start + mark.length).equals(mark)) start += mark.length;
  while (end > start && (body[end - 1] ?? 0) <= 0x20) end -= 1;
  return body.subarray(start, end);
}

/** Returns a body with objects and lists in place of its texts that are these in JSON, digit for digit; null when it has no such text. */
function withTextsRead(body: Buffer): Buffer | null {
  let hasTexts = false;
  const written = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(written)}]`;
    if (isObject(value) && !isRawJSON(value))
      return `{${Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`)}}`;
    if (typeof value !== 'string' || typeof fromText(value) !== 'object') return JSON.stringify(value);
    hasTexts = true;
    return value;
  };
  const text = written(parse(new TextDecoder().decode(body), exactly));
  return hasTexts ? Buffer.from(text) : null;
}

/** Returns the only `JsonTransaction` in a body, which may be within members and lists, or a list of one itself. */
function questionIn(body: unknown): Transaction | null {
  const [holder, ...more] = objectsWith(body, 'JsonTransaction');
  const found = holder && more.length === 0 ? [transactionOf(holder)].flat() : [];
  return found.length === 1 && isObject(found[0]) ? found[0] : null;
}

const transactionOf = (body: object): unknown => membersNamed(body as Record<string, unknown>, 'JsonTransaction')[0];

function classify(body: Buffer, isTextUncertain: boolean): Body {
  if (!isUtf8(body)) return unreadable(problem('body-not-json'));
  const read = readPushBody(body, isTextUncertain);
  if (read === 'too-deep') return unreadable(problem('body-too-deep'));
  if (read === 'not-json') return unreadable(problem('body-not-json'));
  const { value, repeated, text, longTexts } = read.json;
  if (repeated[0] !== undefined) return unreadable(problem('body-repeats-member', { member: repeated[0].slice(0, maxNameLength) }));
  const isLong = new Set(longTexts.map(({ path }) => jsonPathKey(path)));
  const { records, hasMore } = findRecords(value, (path) => isLong.has(jsonPathKey(path)));
  const transaction = questionIn(value) && questionIn(parseDigits(text));
  if (transaction !== null) {
    return records.length === 0 ? { kind: 'question', transaction } : { kind: 'both', transaction, records, hasMore, read };
  }
  if (records.length > 0) return { kind: 'record', records, hasMore, read };
  const isNeither = isObject(value) && transactionOf(value) === undefined;
  return unreadable(problem(isNeither ? 'body-neither' : 'body-not-an-object'));
}

const unreadable = (why: Problem): Body => ({ kind: 'unreadable', why });

/** Reads one record of a body. A wrapped record is rare, and is read a second time as its own text. */
export function recordAt(whole: PushBody, path: JsonPath): PushBody {
  if (path.length === 0) return whole;
  const read = readPushBody(Buffer.from(partOf(new TextDecoder().decode(whole.body), path)), whole.isTextUncertain);
  if (typeof read === 'string') throw new Error('a part of a JSON text is JSON');
  return read;
}

/** @param received read already, or as received @throws StationError `record-not-as-described`, `record-too-large` */
export function readPush(received: PushBody | Buffer): PushedRecord {
  const read = Buffer.isBuffer(received) ? readPushBody(received) : received;
  const value = typeof read === 'string' ? null : read.json.value;
  if (typeof read === 'string' || !isObject(value) || !(hasMembers(value, true) || hasMembersSpelledAnyhow(value, true)))
    throw new StationError('record-not-as-described');
  const { body, json, isTextUncertain } = read;
  const { text, plainNumbers, longTexts } = json;
  if (text.length > bounds.bytes || longTexts.length > bounds.texts) throw new StationError('record-too-large');
  const files = longTexts.map((long) => fileOf(body, long));
  return {
    json: text,
    size: body.length,
    sha256: hash('sha256', body),
    files,
    facts: readFacts(value),
    digest: contentDigest(text, files, plainNumbers ? value : undefined),
    isTextUncertain,
  };
}

/** A text that is no base64 stays unchanged; so does one of plain letters (a barcode) where no base64 is described. */
function fileOf(body: Buffer, { path, start, end, ...long }: LongText): PushedFile {
  const bytes = long.bytes ?? base64Bytes(long.text);
  const mime = bytes && mediaType(bytes);
  if (bytes && bytes.length > 0 && (mime !== null || holdsBase64(path))) return file(path, bytes, mime, true);
  // Base64 is written without escapes.
  return file(path, long.bytes ? body.subarray(start + 1, end - 1) : Buffer.from(long.text), null, false);
}

const file = (path: RecordFile['path'], bytes: Buffer, mime: string | null, decoded: boolean): PushedFile => ({
  id: randomUUID(),
  path,
  size: bytes.length,
  sha256: hash('sha256', bytes),
  mime,
  decoded,
  bytes,
});

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

// Not in TypeScript's library yet.
const { rawJSON, isRawJSON } = JSON as unknown as { rawJSON(text: string): unknown; isRawJSON(value: unknown): boolean };

/** Keeps the digits of numbers. */
const exactly: Reviver = (_, value, { source }) => (typeof value === 'number' ? rawJSON(source ?? String(value)) : value);

/**
 * Order of members and white space do not count; numbers count digit for digit, and files by their bytes.
 * @param json no deeper than `readPushBody` allows
 * @param plain its parsed value, where all its numbers are written as JavaScript writes them
 * @returns SHA-256, lower-case hex
 */
export function contentDigest(json: string, files: readonly RecordFile[], plain?: unknown): string {
  const value = plain ?? parse(json, exactly);
  const stored = files.map(({ path, sha256, decoded }) => JSON.stringify([path, sha256, decoded])).toSorted();
  return hash('sha256', `${JSON.stringify(canonical(value))}\n${stored.join('\n')}`);
}

/** Returns lists in place of objects, with their members in the order of the names: `JSON.stringify` is then called once. */
function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isRawJSON(value)) return value;
  // The first element says which of both it was.
  if (Array.isArray(value)) return ['list', ...value.map(canonical)];
  const members: unknown[] = ['object'];
  for (const name of Object.keys(value).sort()) members.push(name, canonical(Reflect.get(value, name)));
  return members;
}

const maxDepth = 4;
const maxRecords = 100;

const uidOf = (object: Record<string, unknown>): unknown => membersNamed(object, 'Uid')[0];

/** What a value belongs to, and is stored or answered with. */
type Holder = 'record' | 'question' | null;

/**
 * Returns the paths of the records of a body: its top with any described member, and deeper an object with a described member that
 * does more than identify. Within a record only its `JsonTransaction` is searched; a record in it counts when its `Uid` differs.
 * `hasMore`: there are objects with other values, long texts, or records below `maxDepth` or beyond `maxRecords`. Short members next to a
 * record in its wrapper, such as the name of an event, do not count: each push of such a provider would be quarantined too.
 * @param isLong whether the null at this path is in place of a long text
 */
function findRecords(top: unknown, isLong: (path: JsonPath) => boolean = () => false): Pick<BodyRecords, 'records' | 'hasMore'> {
  const found = searchRecords(top, isLong, hasMembers);
  return found.records.every((path) => isInSection(top, path)) ? searchRecords(top, isLong, hasMembersSpelledAnyhow) : found;
}

/** Whether a path leads into a section of a record in another letter case, which may have the described one itself. */
function isInSection(top: unknown, path: JsonPath): boolean {
  return path.some((step, depth) => {
    const holder = path.slice(0, depth).reduce(stepInto, top);
    return isSection(String(step)) && isObject(holder) && hasMembersSpelledAnyhow(holder, depth === 0);
  });
}

function searchRecords(top: unknown, isLong: (path: JsonPath) => boolean, isRecord: IsRecord): Pick<BodyRecords, 'records' | 'hasMore'> {
  const records: JsonPath[] = [];
  let hasMore = false;
  const look = (value: unknown, path: JsonPath, outer: unknown, holder: Holder): void => {
    if (typeof value !== 'object' || value === null) {
      hasMore ||= holder === null && isLong(path);
      return;
    }
    if (path.length > maxDepth || records.length >= maxRecords) {
      hasMore ||= holder !== 'record' && Object.keys(value).length > 0;
      return;
    }
    const before = records.length;
    const counts = isObject(value) && isRecord(value, path.length === 0);
    if (counts && !(isObject(outer) && uidOf(outer) === uidOf(value))) records.push(path);
    const transaction = counts || path.length === 0 ? transactionOf(value) : undefined;
    for (const [key, each] of Object.entries(value)) {
      const isTransaction = transaction !== undefined && each === transaction;
      if (counts && isTransaction) look(each, [...path, key], value, 'record');
      if (counts) continue;
      const isQuestion = path.length === 0 && isTransaction && isObject(each);
      look(each, [...path, Array.isArray(value) ? Number(key) : key], null, isQuestion ? 'question' : holder);
    }
    const isApart = holder === null && records.length === before && !counts;
    hasMore ||= isApart && Object.values(value).some((each) => each !== null && typeof each !== 'object');
  };
  look(top, [], null, null);
  return { records, hasMore };
}

/** Returns the paths of the records of an answer. */
export const recordsOfAnswer = (top: unknown): JsonPath[] => (isObject(top) && hasMembers(top, true) ? [[]] : findRecords(top).records);

/** Returns the JSON text of a part, its numbers digit for digit. @throws SyntaxError when the text is no JSON */
export function partOf(json: string, path: JsonPath): string {
  if (path.length === 0) return json;
  let part = parse(json, exactly);
  for (const key of path) part = typeof part === 'object' && part !== null ? Reflect.get(part, key) : null;
  return JSON.stringify(part);
}
