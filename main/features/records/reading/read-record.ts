/** Reads a transaction record for people, whatever its form (interface description, Resources: Transaction record). Pure. */

import {
  type RecordField,
  type RecordFile,
  type RecordReading,
  type RecordSection,
  recordSections,
} from '../../../../shared/domain/record.ts';
import { isObject, member, readJson } from '../../../platform/json/exact-json.ts';
import { readDocuments } from './documents.ts';
import { readField, textOf } from './field.ts';
import { readImages } from './images.ts';
import { innerMembers, type Member, scoreMembers, topMembers } from './members.ts';
import { faceVerdict, fullName, mismatchesOf } from './mismatches.ts';
import { createRecordCollector, type RecordCollector } from './record-collector.ts';

/**
 * What the record is compared with. `visitIdentification`: of the visit; empty for unknown. `receivedDay`: on which the record
 * arrived, local, `YYYY-MM-DD`.
 */
type ReadingFacts = { visitIdentification: string; receivedDay: string };

/** Members that are objects of no shown structure. */
const unshown = ['Parameters', 'StateSignatureDocument'];
const lists = ['Scores', 'Images', 'SignedDocuments'];

/**
 * Never throws. @param json the record's text, or its value as `readJson` gives it; null in place of a file's text.
 */
export function readRecord(json: unknown, files: readonly RecordFile[], facts: ReadingFacts): RecordReading {
  const collector = createRecordCollector(files);
  const record = recordIn(json, collector);
  const sections = readSections(record, collector);
  const scores = readScores(member(record, 'Scores'), collector);
  const images = readImages(member(record, 'Images'), collector);
  const documents = readDocuments(member(record, 'SignedDocuments'), files, collector);
  addRest(record, collector);
  const byName = new Map(sections.flatMap(({ fields }) => fields).map((field) => [field.name, field]));
  const field = (name: string): RecordField | undefined => byName.get(name);
  const content = { field, scores, ...facts };
  const shown = new Set([...images.map(({ file }) => file), ...documents.map(({ file }) => file)]);
  return {
    ...factsOf(field),
    sections,
    scores,
    images,
    documents,
    otherFiles: files.filter((file) => !shown.has(file)),
    mismatches: mismatchesOf(content),
    other: collector.other(),
    defects: collector.defects(),
  };
}

/** Returns the record's members. A value that is no object is added whole to the others. */
function recordIn(json: unknown, collector: RecordCollector): Record<string, unknown> {
  const read = typeof json === 'string' ? readJson(Buffer.from(json)) : { value: json, repeated: [] };
  const value = typeof read === 'string' ? json : read.value;
  if (typeof read !== 'string') for (const name of read.repeated) collector.addDefect([name]);
  if (isObject(value)) return value;
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

export type RecordFacts = Pick<RecordReading, 'uid' | 'name' | 'identification' | 'transaction' | 'face'>;

const described = new Map<string, Member>(Object.values(topMembers).flatMap((members) => members.map((one) => [one.name, one])));

/** Never throws. @param value of the record as `readJson` returns it; null in place of a file's text */
export function readFacts(value: unknown): RecordFacts {
  const record = isObject(value) ? value : {};
  const field = (name: string): RecordField | undefined => {
    const known = described.get(name);
    return known && readField(known, member(record, name), false);
  };
  return factsOf(field);
}

/** @param field a described member */
const factsOf = (field: (name: string) => RecordField | undefined): RecordFacts => ({
  uid: textOf(field('Uid')) || null,
  name: fullName({ field }).join(' '),
  identification: textOf(field('IdNumber')),
  transaction: textOf(field('TransactionId')) || null,
  face: faceVerdict({ field }),
});
