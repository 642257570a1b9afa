/**
 * Spells the described members of a record as the description does, whatever their letter case in the answer, and gives its sections their
 * described form: a single element in place of its list, a list of one in place of its element, elements within further objects and lists,
 * as converters from XML and PHP write them, and JSON in a text. Pure.
 */
import {
  describedName,
  describedNames,
  differingSpellings,
  isAsDescribed,
  type NameOf,
  type Spellings,
  withDescribedNames,
  withOtherSpellings,
} from '../../../platform/json/described-names.ts';
import { fromText, isObject, type JsonPath } from '../../../platform/json/exact-json.ts';
import { imageMembers, innerMembers, recordMembers, scoreMembers } from './members.ts';

const namesOf = (members: readonly { name: string }[]) => members.map(({ name }) => name);

const memberOf = describedNames(recordMembers);

/** Names within the sections that have described members; those of a list are names of its elements. */
const inner: Readonly<Record<string, NameOf>> = {
  Images: describedNames([...namesOf(imageMembers), 'Image']),
  Scores: describedNames(namesOf(scoreMembers)),
  Response_ANI: describedNames(namesOf(innerMembers.Response_ANI.members)),
  Extras: describedNames(namesOf(innerMembers.Extras.members)),
};

const sectionOf = describedNames(Object.keys(inner));

/** Whether a member of a record, in any case, is a section with described members. */
export const isSection = (name: string): boolean => sectionOf(name) !== null;

const lists: ReadonlySet<string> = new Set(['Images', 'Scores']);

/** An element of a section, or the object that a section is, with its steps in the section as received. `isPicture`: the `Image` alone. */
type Element = { steps: JsonPath; value: unknown; isPicture?: boolean };

/** Levels of objects and lists in which elements are looked for. */
const maxLevels = 3;

/** Returns the parts of a section that have its described members; null for a value that is no section. */
function elementsOf(name: string, received: unknown): Element[] | null {
  const nameOf = Object.hasOwn(inner, name) ? inner[name] : undefined;
  const section = fromText(received);
  if (nameOf === undefined || typeof section !== 'object' || section === null) return null;
  if (lists.has(name)) return elementsOfList(section, nameOf);
  if (!Array.isArray(section)) return [{ steps: [], value: section }];
  return section.length === 1 && isObject(section[0]) ? [{ steps: [0], value: section[0] }] : null;
}

function elementsOfList(section: object, nameOf: NameOf): Element[] | null {
  // Described members have no objects and lists.
  const isOne = (value: object): boolean =>
    isObject(value) && Object.entries(value).some(([key, one]) => nameOf(key) !== null && (typeof one !== 'object' || one === null));
  const holds = (value: unknown, levels: number): value is object =>
    typeof value === 'object' &&
    value !== null &&
    levels >= 0 &&
    (isOne(value) || Object.values(value).some((one) => holds(one, levels - 1)));
  const within = (value: object, steps: JsonPath): Element[] =>
    Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
      const here = [...steps, Array.isArray(value) ? Number(key) : key];
      return holds(one, maxLevels - here.length) && !isOne(one) ? within(one, here) : [{ steps: here, value: one }];
    });
  if (isOne(section)) return [{ steps: [], value: section }];
  if (Array.isArray(section)) return within(section, []);
  const isOfImages = nameOf === inner.Images;
  // Pictures alone, each under its name, are null by then: their texts are files.
  const isOfPictures = isOfImages && Object.values(section).every((value) => value === null);
  if (!isOfPictures && !holds(section, maxLevels)) return null;
  const found = within(section, []);
  return isOfImages ? found.map(namedImage) : found;
}

/** Returns an image with its name, where images are members with names and no list. Numbers, which converters write, are no names. */
function namedImage({ steps, value }: Element): Element {
  const [name, ...more] = steps;
  if (typeof name !== 'string' || more.length > 0) return { steps, value };
  const isPicture = !isObject(value);
  const image = isPicture ? { Image: value } : value;
  const isNamed = /^\d+$/.test(name) || Object.keys(image).some((key) => inner.Images?.(key) === 'ImageTypeName');
  return { steps, value: isNamed ? image : { ImageTypeName: name, ...image }, isPicture };
}

/** Returns a copy of a record. */
export const asDescribed = (record: Record<string, unknown>): Record<string, unknown> => renamed(record, withDescribedNames);

function renamed(record: Record<string, unknown>, rename: typeof withDescribedNames): Record<string, unknown> {
  const copy = rename(record, memberOf);
  for (const [name, nameOf] of Object.entries(inner)) {
    if (!Object.hasOwn(copy, name)) continue;
    const named = (one: unknown): unknown => (isObject(one) ? rename(one, nameOf) : one);
    const elements = elementsOf(name, copy[name])?.map(({ value }) => named(value));
    if (elements !== undefined) copy[name] = lists.has(name) ? elements : elements[0];
  }
  return copy;
}

/** Spellings whose values are read for warnings in place of the one that counts. Those beyond have the remark only. */
const maxOthers = 8;

/**
 * Returns the spellings of each member that a record has in several with different values, and copies of the record in which another of
 * them counts each time.
 */
export function otherSpellings(record: Record<string, unknown>): { differing: Spellings['members'][]; others: Record<string, unknown>[] } {
  const differing: Spellings['members'][] = [];
  if (hasDescribedSpelling(record)) return { differing, others: [] };
  renamed(record, (object, nameOf) => {
    for (const { members } of differingSpellings(object, nameOf)) differing.push(members);
    return withDescribedNames(object, nameOf);
  });
  const most = differing.reduce((count, members) => Math.max(count, members.length - 1), 0);
  const turns = Array.from({ length: Math.min(most, maxOthers) }, (_, at) => at + 1);
  return { differing, others: turns.map((at) => renamed(record, (object, nameOf) => withOtherSpellings(object, nameOf, at))) };
}

/** Whether a record and its sections have each described member by its own name, as nearly all have. */
const hasDescribedSpelling = (record: Record<string, unknown>): boolean =>
  isAsDescribed(record, memberOf) &&
  Object.entries(inner).every(([name, nameOf]) => [record[name]].flat().every((one) => !isObject(one) || isAsDescribed(one, nameOf)));

/** Returns a path in a record as the path of the same value in its copy. @param record as received */
export function pathAsDescribed(record: unknown, [first, ...rest]: JsonPath): JsonPath {
  if (typeof first !== 'string' || !isObject(record)) return first === undefined ? [] : [first, ...rest];
  const section = describedName(record, first, memberOf);
  for (const [at, { steps, value, isPicture }] of elementsOf(section, record[first])?.entries() ?? []) {
    if (!steps.every((step, depth) => step === rest[depth])) continue;
    const own = rest.slice(steps.length);
    const [step] = own;
    if (isPicture) own.unshift('Image');
    else if (typeof step === 'string' && isObject(value)) own[0] = describedName(value, step, inner[section] ?? memberOf);
    return lists.has(section) ? [section, at, ...own] : [section, ...own];
  }
  return [section, ...rest];
}

/** Members that a request for documents or any other object may have as well: they do not make it a record. */
const identifying = new Set(
  'Uid TransactionId IdNumber DocumentType IdNumberFromClient DocumentTypeFromClient CustomerIdFromClient ProviderProjectId ProductId SessionId ProcessId'.split(
    ' ',
  ),
);
export type IsRecord = (object: Record<string, unknown>, isTop: boolean) => boolean;

/** Whether an object has described members in their described case: at the top of a body any, deeper one that does more than identify. */
export const hasMembers: IsRecord = (object, isTop) =>
  Object.keys(object).some((name) => recordMembers.has(name) && (isTop || !identifying.has(name)));

/** Whether an object has two such members in any case. A single one, such as `images` or `parameters`, may be that of any other object. */
export const hasMembersSpelledAnyhow: IsRecord = (object) =>
  new Set(Object.keys(object).flatMap((name) => nonIdentifying(memberOf(name)) ?? [])).size > 1;

const nonIdentifying = (name: string | null): string | null => (name === null || identifying.has(name) ? null : name);

/** Members that mean a warning wherever they are. An expiry, a number or a list of scores may be that of anything. */
const warning = describedNames([
  ...['FoundOnProviderAlert', 'ComparationFacesAproved', 'ComparationFacesSuccesful', 'DateOfDeath'],
  ...['CedulaStateDescription', 'CausalRejectionName'],
]);

/** More than the characters of the longest name, also with a sign between its words. */
const maxStep = 60;

/** Returns the record with a single member of a warning; null for any other. `path`: the member's name, or a path that ends with it. */
export function warningMember(path: string, value: unknown): Record<string, unknown> | null {
  // The end of a path is enough, and a search in a long one takes quadratic time.
  const name = warning(/[^.[\]"]+(?="?\]?$)/.exec(path.slice(-maxStep))?.[0] ?? '');
  if (name === null || value === null) return null;
  if (name === 'CedulaStateDescription') return { Response_ANI: { [name]: value } };
  return name === 'CausalRejectionName' ? { Scores: [{ [name]: value }] } : { [name]: value };
}
