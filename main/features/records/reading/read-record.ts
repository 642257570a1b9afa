/** Reads a transaction record for people, whatever its form (interface description, Resources: Transaction record). Pure. */

import {
  type Mismatch,
  type MismatchKind,
  mismatchKinds,
  type RecordField,
  type RecordFile,
  type RecordReading,
  type RecordSection,
  recordSections,
} from '../../../../shared/domain/records/record.ts';
import { identificationKey } from '../../../../shared/domain/text-folding.ts';
import { isObject, type JsonPath, member, readJson } from '../../../platform/json/exact-json.ts';
import { asDescribed, hasMembers, hasMembersSpelledAnyhow, otherSpellings, pathAsDescribed, warningMember } from './described-spelling.ts';
import { stepInto } from './json-path.ts';
import { innerMembers, isNoNumber, type Member, readField, scoreMembers, textOf, topMembers } from './members.ts';
import { faceVerdict, fullName, mismatchesOf, transactionOf, worstVerdict } from './mismatches.ts';
import { readDocuments } from './read-documents.ts';
import { readImages } from './read-images.ts';
import { createRecordCollector, type RecordCollector } from './record-collector.ts';

/**
 * What the record is compared with. `visitIdentification`: of the visit; empty for unknown. `queriedTransaction`: the number by which it
 * was queried; empty where the profile does not say which part of the path is it, and for a pushed record. `receivedDay`: on which the
 * record arrived, local, `YYYY-MM-DD`.
 */
type ReadingFacts = {
  visitIdentification: string;
  queriedTransaction?: string | undefined;
  receivedDay: string;
  /** The JSON path of the record in the answer that has it. */
  within?: JsonPath | undefined;
  /** Whether bytes were not of the stated character encoding. */
  isTextUncertain?: boolean | undefined;
  /** The text around the answer's JSON. */
  around?: string | undefined;
  /** Another spelling counts in it: what it has within members that are not described is read already. */
  isRespelled?: boolean | undefined;
};

/** Members that are objects of no shown structure. */
const unshown = ['Parameters', 'StateSignatureDocument'];
const lists = ['Scores', 'Images', 'SignedDocuments'];

/**
 * Returns a path of the answer as one of the record within it: below `$` where it is next to the record. Pure.
 */
export const pathInRecord = (path: JsonPath, within: JsonPath): JsonPath =>
  isStart(within, path) ? path.slice(within.length) : ['$', ...path];

const isStart = (start: JsonPath, path: JsonPath): boolean => start.every((step, at) => step === path[at]);

/**
 * Never throws. @param json the answer's text, or its value as `readJson` gives it; null in place of a file's text
 * @param stored their paths are those in the answer; those of the reading are in the record
 */
export function readRecord(json: unknown, stored: readonly RecordFile[], { within = [], around, ...facts }: ReadingFacts): RecordReading {
  const read = typeof json === 'string' ? readJson(Buffer.from(json)) : null;
  const { value: answer, repeatedAt } = typeof read === 'object' && read !== null ? read : { value: json, repeatedAt: [] };
  const received = within.reduce(stepInto, answer);
  const pathOf = (path: JsonPath): JsonPath => pathAsDescribed(received, pathInRecord(path, within));
  // A member around the record that occurs twice makes the whole record a repeated one.
  const repeated = repeatedAt.map((path) => (isStart(path, within) ? [] : pathOf(path)));
  const files = stored.map((file) => ({ ...file, path: pathOf(file.path) }));
  const collector = createRecordCollector(files, repeated);
  for (const path of repeated) collector.addDefect(path.length === 0 ? ['record'] : path);
  const record = recordIn(received, collector);
  const sections = readSections(record, collector);
  const scores = readScores(member(record, 'Scores'), collector);
  const images = readImages(member(record, 'Images'), collector);
  const documents = readDocuments(member(record, 'SignedDocuments'), files, collector);
  addRest(record, collector);
  addAround(answer, within, collector);
  if (around) collector.addOther(['$'], around);
  const byName = new Map(sections.flatMap(({ fields }) => fields).map((field) => [field.name, field]));
  const field = (name: string): RecordField | undefined => byName.get(name);
  const { isTextUncertain = false, queriedTransaction = '' } = facts;
  const { differing, others } = otherSpellings(isObject(received) ? received : {});
  const spelled = others.map((other) => readRecord(other, [], { ...facts, isTextUncertain: false, isRespelled: true }));
  const content = { field, scores, ...facts, isTextUncertain, queriedTransaction, repeated, differing, defects: collector.defects() };
  const own = factsOf(field);
  const shown = new Set([...images.map(({ file }) => file), ...documents.map(({ file }) => file)]);
  return {
    ...own,
    face: worstVerdict([own, ...spelled].map(({ face }) => face)),
    sections,
    scores,
    images,
    documents,
    otherFiles: files.filter((file) => !shown.has(file)),
    mismatches: firstOfEachKind([
      ...mismatchesOf(content),
      ...spelled.flatMap(({ mismatches }) => mismatches),
      ...(facts.isRespelled ? [] : hiddenMismatches(collector.other() ?? {}, { ...facts, received })),
    ]),
    other: collector.other(),
    defects: collector.defects(),
  };
}

const firstOfEachKind = (all: readonly Mismatch[]): Mismatch[] =>
  mismatchKinds.flatMap((kind) => all.find((one) => one.kind === kind) ?? []);

/** What holds for a person in every transaction. */
const ofPerson: ReadonlySet<MismatchKind> = new Set(['alert-list', 'death', 'document-state']);

/** Levels in which a record is looked for within members that are not described, and how many are read. */
const [maxLevels, maxHidden] = [4, 20];

/**
 * Returns what a person should notice in a record within members that are not described, such as the one of an envelope with a described
 * member of its own, and in a single member of a warning there: it must not stay among the other data. There is one more for those that
 * are too many. A record of another transaction in the answer of a query says nothing about this transaction, and about its person only
 * what holds for a person.
 */
function hiddenMismatches(
  others: object,
  { visitIdentification, receivedDay, queriedTransaction = '', received }: ReadingFacts & { received: unknown },
): Mismatch[] {
  const isQueried = transactionIn(received, queriedTransaction) === 'queried';
  const person = identificationKey(readFacts(received).identification);
  const isOfAnother = (record: unknown): boolean => {
    const own = identificationKey(readFacts(record).identification);
    return own !== '' && person !== '' && own !== person;
  };
  const singles = new Set<string>();
  let left = maxHidden;
  const within = (inner: object, levels: number): Mismatch[] =>
    Object.entries(inner).flatMap(([name, value]): Mismatch[] => {
      const single = warningMember(name, value);
      const record = single ?? (isObject(value) && (hasMembers(value, false) || hasMembersSpelledAnyhow(value, false)) ? value : null);
      const isObjectLeft = typeof value === 'object' && value !== null && levels > 0;
      if (record === null) return isObjectLeft ? below(name, within(value, levels - 1)) : [];
      if (single !== null && isRepeatedIn(singles, JSON.stringify(single))) return [];
      const isOther = isQueried && transactionIn(record, queriedTransaction) === 'other';
      if (isOther && isOfAnother(record)) return [];
      if (left === 0) return [{ kind: 'unreadable-value', fields: [name], texts: [''] }];
      left -= 1;
      const { mismatches } = readRecord(record, [], { visitIdentification, receivedDay });
      if (isOther)
        return below(
          name,
          mismatches.filter(({ kind }) => ofPerson.has(kind)),
        );
      return single === null ? below(name, mismatches) : mismatches.map((one) => ({ ...one, fields: [name] }));
    });
  return within(others, maxLevels);
}

const below = (name: string, found: readonly Mismatch[]): Mismatch[] =>
  found.map((one) => ({ ...one, fields: one.fields.map((field) => `${name}.${field}`) }));

/** Adds a text; returns whether it was there. */
function isRepeatedIn(texts: Set<string>, text: string): boolean {
  const isThere = texts.has(text);
  texts.add(text);
  return isThere;
}

/** Returns the record's members, in their described case. A value that is no object is added whole to the others. */
function recordIn(value: unknown, collector: RecordCollector): Record<string, unknown> {
  if (isObject(value)) return asDescribed(value);
  collector.addOther(['record'], value);
  collector.addDefect(['record']);
  return {};
}

function readSections(record: Record<string, unknown>, collector: RecordCollector): RecordReading['sections'] {
  const inner = (name: keyof typeof innerMembers): RecordField[] => {
    const value = member(record, name);
    const { members } = innerMembers[name];
    const object = isObject(value) ? value : {};
    collector.addOthers(
      object,
      [name],
      members.map((one) => one.name),
    );
    if (value !== undefined && value !== null && !isObject(value)) {
      collector.addDefect([name]);
      collector.addOther([name], value);
    }
    return collector.fields(object, [name], members, `${name}.`);
  };
  const fields: Record<RecordSection, () => RecordField[]> = {
    person: () => collector.fields(record, [], topMembers.person),
    document: () => collector.fields(record, [], topMembers.document),
    faces: () => collector.fields(record, [], topMembers.faces),
    place: () => collector.fields(record, [], topMembers.place),
    ani: () => inner('Response_ANI'),
    process: () => collector.fields(record, [], topMembers.process),
    client: () => collector.fields(record, [], topMembers.client),
    extras: () => inner('Extras'),
  };
  return recordSections.map((id) => ({ id, fields: fields[id]() }));
}

function readScores(value: unknown, collector: RecordCollector): RecordReading['scores'] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    collector.addDefect(['Scores']);
    collector.addOther(['Scores'], value);
    return [];
  }
  return value.flatMap((element: unknown, number) => {
    const path = ['Scores', number];
    if (!isObject(element)) {
      collector.addDefect(path);
      collector.addOther(path, element);
      return [];
    }
    collector.addOthers(
      element,
      path,
      scoreMembers.map(({ name }) => name),
    );
    return [{ number, fields: collector.fields(element, path, scoreMembers, 'Scores.') }];
  });
}

function addRest(record: Record<string, unknown>, collector: RecordCollector): void {
  const described = Object.values(topMembers).flatMap((members) => members.map(({ name }) => name));
  collector.addOthers(record, [], [...described, ...Object.keys(innerMembers), ...lists, ...unshown]);
  for (const name of unshown) {
    const value = member(record, name);
    if (value === undefined || value === null) continue;
    collector.addOther([name], value);
    if (!isObject(value)) collector.addDefect([name]);
  }
}

/** Adds what the answer has next to the record and to each object or list around it. */
function addAround(answer: unknown, within: JsonPath, collector: RecordCollector): void {
  let around = answer;
  for (const [depth, step] of within.entries()) {
    const path = ['$', ...within.slice(0, depth)];
    for (const [name, value] of Object.entries(Object(around)))
      if (name !== String(step)) collector.addOther([...path, Array.isArray(around) ? Number(name) : name], value);
    around = stepInto(around, step);
  }
}

export type RecordFacts = Pick<RecordReading, 'uid' | 'name' | 'identification' | 'transaction' | 'face'>;

const described = new Map<string, Member>(Object.values(topMembers).flatMap((members) => members.map((one) => [one.name, one])));

/** Returns how the described members of a record are read. */
function fieldsOf(value: unknown): (name: string) => RecordField | undefined {
  const record = isObject(value) ? asDescribed(value) : {};
  return (name) => {
    const known = described.get(name);
    return known && readField(known, member(record, name), false);
  };
}

/** Like `transactionOf`, of a record's value. */
export const transactionIn = (value: unknown, queriedTransaction: string): ReturnType<typeof transactionOf> =>
  transactionOf({ field: fieldsOf(value) }, queriedTransaction);

/** Never throws. @param value of the record as `readJson` returns it; null in place of a file's text */
export function readFacts(value: unknown): RecordFacts {
  const field = fieldsOf(value);
  const { others } = otherSpellings(isObject(value) ? value : {});
  const own = factsOf(field);
  return { ...own, face: worstVerdict([own, ...others.map(readFacts)].map(({ face }) => face)) };
}

/** @param field a described member */
function factsOf(field: (name: string) => RecordField | undefined): RecordFacts {
  const numberOf = (name: string): string => {
    const text = textOf(field(name));
    return isNoNumber(text) ? '' : text;
  };
  return {
    uid: numberOf('Uid') || null,
    name: fullName({ field }).join(' '),
    identification: numberOf('IdNumber'),
    transaction: numberOf('TransactionId') || null,
    face: faceVerdict({ field }),
  };
}
