/**
 * Spells the described members of a record as the description does, whatever their letter case in the answer, and reads a single element in
 * place of its list, or a list of one in place of its element, as converters from XML write them. Pure.
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
import { isObject, type JsonPath } from '../../../platform/json/exact-json.ts';
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

const lists: ReadonlySet<string> = new Set(['Images', 'Scores']);

/** Returns a section in its described form: a list or an object. */
function inForm(name: string, value: unknown): unknown {
  if (lists.has(name)) return isObject(value) && Object.keys(value).some((key) => inner[name]?.(key) !== null) ? [value] : value;
  return Object.hasOwn(inner, name) && Array.isArray(value) && value.length === 1 && isObject(value[0]) ? value[0] : value;
}

/** Returns a copy of a record. */
export const asDescribed = (record: Record<string, unknown>): Record<string, unknown> => renamed(record, withDescribedNames);

function renamed(record: Record<string, unknown>, rename: typeof withDescribedNames): Record<string, unknown> {
  const copy = rename(record, memberOf);
  for (const [name, nameOf] of Object.entries(inner)) {
    if (!Object.hasOwn(copy, name)) continue;
    const named = (one: unknown): unknown => (isObject(one) ? rename(one, nameOf) : one);
    const section = inForm(name, copy[name]);
    copy[name] = Array.isArray(section) ? section.map(named) : named(section);
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
  const nameOf = Object.hasOwn(inner, section) ? inner[section] : undefined;
  const value = record[first];
  const at = Array.isArray(value) ? 1 : 0;
  const holder: unknown = Array.isArray(value) ? value[Number(rest[0])] : value;
  const step = rest[at];
  if (nameOf !== undefined && typeof step === 'string' && isObject(holder)) rest[at] = describedName(holder, step, nameOf);
  const form = inForm(section, value);
  if (form === value) return [section, ...rest];
  if (Array.isArray(form)) return [section, 0, ...rest];
  return rest[0] === 0 ? [section, ...rest.slice(1)] : [section, ...rest];
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
