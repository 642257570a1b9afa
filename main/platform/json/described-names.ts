/** Finds the members of an answer that the interface description has, whatever the letter case of their names. Pure. */
import { isObject } from './exact-json.ts';

/** `NameOf`: the described name that a name means, such as `TransactionId` for `transactionId` and `transaction_id`; null for any other. */
export type NameOf<Name extends string = string> = (name: string) => Name | null;

const plain = (name: string): string => name.replaceAll(/(?<=.)[_-](?=.)/g, '').toLowerCase();

export function describedNames<Name extends string>(names: Iterable<Name>): NameOf<Name> {
  const byPlain = new Map([...names].map((name) => [plain(name), name]));
  return (name) => byPlain.get(plain(name)) ?? null;
}

/** Returns the described name of an object's member; its own when that is none, or the object has the described one from another member. */
export function describedName(object: object, own: string, nameOf: NameOf): string {
  const name = nameOf(own);
  if (name === null || Object.hasOwn(object, name)) return own;
  return Object.keys(object).find((key) => nameOf(key) === name) === own ? name : own;
}

/** Returns a copy with the described names, its members in their order. */
export const withDescribedNames = (object: Record<string, unknown>, nameOf: NameOf): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([own, value]) => [describedName(object, own, nameOf), value]));

const maxLevels = 4;

/** Returns the objects with a member that a name means, within objects and lists around them. It looks for none within one of them. */
export function objectsWith(value: unknown, name: string, levels = maxLevels): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  if (isObject(value) && Object.keys(value).some((key) => plain(key) === plain(name))) return [value];
  return Object.values(value).flatMap((inner) => objectsWith(inner, name, levels - 1));
}

/** Returns the values of an object's members that a name means, that of the described spelling first. */
export const membersNamed = (object: Readonly<Record<string, unknown>>, name: string): unknown[] =>
  Object.keys(object)
    .filter((key) => plain(key) === plain(name))
    .toSorted((one, other) => Number(other === name) - Number(one === name))
    .map((key) => object[key]);
