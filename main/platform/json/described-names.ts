/** Finds the members of an answer that the interface description has, whatever the letter case of their names. Pure. */
import { fromText, isObject } from './exact-json.ts';

/**
 * `NameOf`: the described name that a name means, such as `TransactionId` for `transactionId`, `transaction_id` and `ns2:TransactionId` (of XML);
 * null for any other.
 */
export type NameOf<Name extends string = string> = (name: string) => Name | null;

/** Names repeat: a few thousand of them are made plain only once. */
const plainNames = new Map<string, string>();
const [maxPlainNames, maxNameLength] = [5000, 60];

function plain(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const made = name.replaceAll(/^[\w-]+:|(?<=.)[\s_-](?=.)/g, '').toLowerCase();
  if (name.length <= maxNameLength && plainNames.size < maxPlainNames) plainNames.set(name, made);
  return made;
}

export function describedNames<Name extends string>(names: Iterable<Name>): NameOf<Name> {
  const described = new Map([...names].map((name) => [name as string, name]));
  const byPlain = new Map([...described.values()].map((name) => [plain(name), name]));
  return (name) => described.get(name) ?? byPlain.get(plain(name)) ?? null;
}

/** Whether an object has each member that has a described name by that name, and so only once. */
export const isAsDescribed = (object: object, nameOf: NameOf): boolean => Object.keys(object).every((own) => (nameOf(own) ?? own) === own);

/** Returns the members of an object by their described names, each as the object has it, in order, the one that counts first. */
function spellingsOf(object: object, nameOf: NameOf): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const own of Object.keys(object)) {
    const name = nameOf(own);
    const spellings = name === null ? undefined : byName.get(name);
    if (spellings === undefined && name !== null) byName.set(name, [own]);
    else if (own === name) spellings?.unshift(own);
    else spellings?.push(own);
  }
  return byName;
}

/** Returns the described name of an object's member; its own when that is none, or the object has the described one from another member. */
export function describedName(object: object, own: string, nameOf: NameOf): string {
  const name = nameOf(own);
  return name !== null && spellingsOf(object, nameOf).get(name)?.[0] === own ? name : own;
}

/** Returns a copy with the described names, its members in their order. */
export function withDescribedNames(object: Record<string, unknown>, nameOf: NameOf): Record<string, unknown> {
  if (isAsDescribed(object, nameOf)) return { ...object };
  const names = new Map([...spellingsOf(object, nameOf)].map(([name, [own]]) => [own, name]));
  return Object.fromEntries(Object.entries(object).map(([own, value]) => [names.get(own) ?? own, value]));
}

/** The spellings of one described member with different values, as the object has them; the one that counts is the first. */
export type Spellings = { name: string; members: [own: string, value: unknown][] };

/** Returns the described members that an object has in several spellings with different values. An empty one differs from no other before it. */
export function differingSpellings(object: Record<string, unknown>, nameOf: NameOf): Spellings[] {
  if (isAsDescribed(object, nameOf)) return [];
  return [...spellingsOf(object, nameOf)].flatMap(([name, spellings]) => {
    if (spellings.length < 2) return [];
    const values = new Map<string, [own: string, value: unknown]>();
    for (const own of spellings) {
      const value = object[own];
      const said = typeof value === 'object' ? JSON.stringify(value) : String(value).trim().toLowerCase();
      const isNew = !values.has(said) && (values.size === 0 || !emptyTexts.has(said));
      if (isNew) values.set(said, [own, value]);
    }
    return values.size > 1 ? [{ name, members: [...values.values()] }] : [];
  });
}

const emptyTexts = new Set(['', 'null', '[]', '{}']);

/** Returns a copy in which the other spelling at a place, else the last one, is in place of the one that counts. */
export function withOtherSpellings(object: Record<string, unknown>, nameOf: NameOf, at: number): Record<string, unknown> {
  const copy = withDescribedNames(object, nameOf);
  for (const { name, members } of differingSpellings(object, nameOf)) {
    for (const [own] of members) delete copy[own];
    copy[name] = (members[at] ?? members.at(-1))?.[1];
  }
  return copy;
}

/** Those of a SOAP envelope as JSON, and the object in it. */
const maxLevels = 5;

/** Returns the objects with a member that a name means, within objects and lists around them. It looks for none within one of them. */
export function objectsWith(value: unknown, name: string, levels = maxLevels): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  const wanted = plain(name);
  if (isObject(value) && Object.keys(value).some((key) => plain(key) === wanted)) return [value];
  return Object.values(value).flatMap((inner) => objectsWith(inner, name, levels - 1));
}

/**
 * Returns a value with its texts that are JSON read, where no object of it has a member that a name means: some servers put an answer into a
 * text, as in `{"d": "{…}"}`.
 */
export const withTextsRead = (value: unknown, name: string): unknown =>
  objectsWith(value, name).length > 0 ? value : textsRead(value, maxLevels);

function textsRead(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return fromText(value);
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((element: unknown) => textsRead(element, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, textsRead(member, levels - 1)]));
}

/** Returns the values of an object's members that a name means, that of the described spelling first. */
export function membersNamed(object: Readonly<Record<string, unknown>>, name: string): unknown[] {
  const wanted = plain(name);
  const keys = Object.keys(object).filter((key) => plain(key) === wanted);
  return keys.toSorted((one, other) => Number(other === name) - Number(one === name)).map((key) => object[key]);
}
