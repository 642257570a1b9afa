/** Finds transaction records in a JSON document: at its top, or within members and lists that wrap them. Pure. */
import { isObject } from '../../../platform/json/exact-json.ts';
import type { JsonPath } from '../../../platform/json/scan-json.ts';
import { recordMembers } from '../reading/members.ts';

/** Members that a request for documents or any other object may have as well: they do not make it a record. */
const identifying = new Set(
  'Uid TransactionId IdNumber DocumentType IdNumberFromClient DocumentTypeFromClient CustomerIdFromClient ProviderProjectId ProductId SessionId ProcessId'.split(
    ' ',
  ),
);
const maxDepth = 4;
const maxRecords = 100;

/** Whether it has any described member, in its described case. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.keys(value).some((name) => recordMembers.has(name));

const looksLikeRecord = (value: unknown): boolean =>
  isRecord(value) && Object.keys(value).some((name) => recordMembers.has(name) && !identifying.has(name));

/**
 * Returns the paths of the records of a body: its top with any described member, and deeper an object with a described member that
 * does more than identify. Within a record only its `JsonTransaction` is searched; a record in it counts when its `Uid` differs.
 */
export function findRecords(top: unknown): JsonPath[] {
  const found: JsonPath[] = [];
  const look = (value: unknown, path: JsonPath, outer: unknown): void => {
    if (path.length > maxDepth || found.length >= maxRecords || typeof value !== 'object' || value === null) return;
    const counts = path.length === 0 ? isRecord(value) : looksLikeRecord(value);
    if (counts && !(isObject(outer) && isObject(value) && outer.Uid === value.Uid)) found.push(path);
    for (const [key, each] of Object.entries(value)) {
      if (counts && key === 'JsonTransaction') look(each, [...path, key], value);
      if (counts) continue;
      look(each, [...path, Array.isArray(value) ? Number(key) : key], null);
    }
  };
  look(top, [], null);
  return found;
}

/** Returns the path of the only record of an answer; null for none, or for several, which are not of one transaction. */
export function onlyRecord(top: unknown): JsonPath | null {
  if (isRecord(top)) return [];
  const found = findRecords(top);
  return found.length === 1 ? (found[0] ?? null) : null;
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
// Not in TypeScript's library yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** Returns the JSON text of a part, its numbers digit for digit. @throws SyntaxError when the text is no JSON */
export function partOf(json: string, path: JsonPath): string {
  if (path.length === 0) return json;
  let part = parse(json, (_, value, { source }) => (typeof value === 'number' ? rawJSON(source) : value));
  for (const key of path) part = typeof part === 'object' && part !== null ? Reflect.get(part, key) : null;
  return JSON.stringify(part);
}
