/** A transaction record as people read it, whatever came (interface description, Resources: Transaction record). Pure. */
import {
  type RecordField,
  type RecordFile,
  type RecordReading,
  type RecordSection,
  recordSections,
} from '../../../../shared/domain/record.ts';
import { isObject, member, readJson } from '../../../platform/json/exact-json.ts';
import { readDocuments } from './documents.ts';
import { readImages } from './images.ts';
import { innerMembers, topMembers } from './members.ts';
import { mismatchesOf } from './mismatches.ts';
import { factsOf } from './read-facts.ts';
import { readScores } from './scores.ts';
import { createTaking, type Taking } from './take.ts';

/**
 * What the record is held against. `visitIdentification`: of the visit; empty for unknown. `receivedDay`: on which the record
 * came, as the station's calendar has it, `YYYY-MM-DD`.
 */
export type ReadingFacts = { visitIdentification: string; receivedDay: string };

/** Members that are objects of no shown structure. */
const unshown = ['Parameters', 'StateSignatureDocument'];
const lists = ['Scores', 'Images', 'SignedDocuments'];

/**
 * Never throws. @param json the record's text, or its value as `readJson` gives it; null where a file's text stood.
 */
export function readRecord(json: unknown, files: readonly RecordFile[], facts: ReadingFacts): RecordReading {
  const taking = createTaking(files);
  const record = recordIn(json, taking);
  const sections = readSections(record, taking);
  const scores = readScores(member(record, 'Scores'), taking);
  const images = readImages(member(record, 'Images'), taking);
  const documents = readDocuments(member(record, 'SignedDocuments'), files, taking);
  keepRest(record, taking);
  const byName = new Map(sections.flatMap(({ fields }) => fields).map((field) => [field.name, field]));
  const field = (name: string): RecordField | undefined => byName.get(name);
  const said = { field, scores, ...facts };
  const shown = new Set([...images.map(({ file }) => file), ...documents.map(({ file }) => file)]);
  return {
    ...factsOf(field),
    sections,
    scores,
    images,
    documents,
    otherFiles: files.filter((file) => !shown.has(file)),
    mismatches: mismatchesOf(said),
    other: taking.other(),
    defects: taking.defects(),
  };
}

/** The record's members; what is no record at all is kept whole. */
function recordIn(json: unknown, taking: Taking): Record<string, unknown> {
  const read = typeof json === 'string' ? readJson(Buffer.from(json)) : { value: json, repeated: [] };
  const value = typeof read === 'string' ? json : read.value;
  if (typeof read !== 'string') for (const name of read.repeated) taking.defect([name]);
  if (isObject(value)) return value;
  taking.keep(['record'], value);
  taking.defect(['record']);
  return {};
}

function readSections(record: Record<string, unknown>, taking: Taking): RecordReading['sections'] {
  const inner = (name: keyof typeof innerMembers): RecordField[] => {
    const value = member(record, name);
    const { members } = innerMembers[name];
    const object = isObject(value) ? value : {};
    taking.keepOthers(
      object,
      [name],
      members.map((one) => one.name),
    );
    if (value !== undefined && value !== null && !isObject(value)) {
      taking.defect([name]);
      taking.keep([name], value);
    }
    return taking.fields(object, [name], members, `${name}.`);
  };
  const fields: Record<RecordSection, () => RecordField[]> = {
    person: () => taking.fields(record, [], topMembers.person),
    document: () => taking.fields(record, [], topMembers.document),
    faces: () => taking.fields(record, [], topMembers.faces),
    place: () => taking.fields(record, [], topMembers.place),
    ani: () => inner('Response_ANI'),
    process: () => taking.fields(record, [], topMembers.process),
    client: () => taking.fields(record, [], topMembers.client),
    extras: () => inner('Extras'),
  };
  return recordSections.map((id) => ({ id, fields: fields[id]() }));
}

function keepRest(record: Record<string, unknown>, taking: Taking): void {
  const described = Object.values(topMembers).flatMap((members) => members.map(({ name }) => name));
  taking.keepOthers(record, [], [...described, ...Object.keys(innerMembers), ...lists, ...unshown]);
  for (const name of unshown) {
    const value = member(record, name);
    if (value === undefined || value === null) continue;
    taking.keep([name], value);
    if (!isObject(value)) taking.defect([name]);
  }
}
