/** Random customers, keys and transactions, and which documents each may have, by a rule written differently from the station's. */
import type { Compared, PublicationKey, PublicationKeyKind } from '../doors/domain.ts';
import { fc } from '../runner/property.ts';

export const kinds: readonly PublicationKeyKind[] = ['identification', 'transaction', 'uid', 'customer'];

/** Few and alike, so that they often match. */
const roots = [
  '1020304050',
  '102030405',
  '79555001',
  'AB-12',
  '9007199254740993',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  '0',
  'constructor',
];

/** Members that pass for the root, or nearly do. */
const variants: ((root: string) => string)[] = [
  (root) => root,
  (root) => ` ${root}\t`,
  (root) => root.replace(/(\d)(?=(\d{3})+$)/g, '$1.'),
  (root) => root.split('').join('-'),
  (root) => root.toUpperCase(),
  (root) => root.toLowerCase(),
  (root) => `0${root}`,
  (root) => `${root}0`,
  (root) => root.slice(1),
  // Full-width and Arabic digits, look-alike letters of another script, marks and invisible signs.
  (root) => root.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (root) => root.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  (root) => root.replace('A', '\u0410').replace('c', '\u0441'),
  (root) => `${root}\u0301`,
  (root) => `\u200b${root}`,
  (root) => root.normalize('NFD'),
  (root) => `${root}\u0000`,
  () => '...',
];

const rootOf = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...roots.slice(0, 2)) },
  { weight: 2, arbitrary: fc.constantFrom(...roots) },
);
const variant = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...variants.slice(0, 1)) },
  { weight: 1, arbitrary: fc.constantFrom(...variants) },
);
const text = fc.tuple(rootOf, variant).map(([root, write]) => write(root));
const anyText = fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) });

export const keyArbitrary: fc.Arbitrary<PublicationKey> = fc.record({ kind: fc.constantFrom(...kinds), value: anyText });

const memberNames = [
  'IdNumber',
  'IdNumberFromClient',
  'TransactionId',
  'Uid',
  'CustomerIdFromClient',
  '__proto__',
  'constructor',
  'idnumber',
];
const names = fc.uniqueArray(fc.constantFrom(...memberNames), { maxLength: 4 });
const usual: Compared = { identification: ['IdNumber'], transaction: ['TransactionId'], uid: ['Uid'], customer: ['CustomerIdFromClient'] };
export const comparedArbitrary: fc.Arbitrary<Compared> = fc.oneof(
  fc.constant(usual),
  fc.record({ identification: names, transaction: names, uid: names, customer: names }),
);

/** JSON texts of values, as a body may contain them. */
const digits = fc.constantFrom(...roots.filter((root) => /^[1-9]\d*$|^0$/.test(root)));
const jsonValue = fc.oneof(
  { weight: 8, arbitrary: anyText.map((value) => JSON.stringify(value)) },
  { weight: 3, arbitrary: digits },
  { weight: 1, arbitrary: digits.map((value) => `-${value}`) },
  { weight: 1, arbitrary: fc.tuple(digits, fc.constantFrom('.5', '.0', '.000', 'e1', 'E+2')).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: digits.map((value) => `${value}e400`) },
  { weight: 2, arbitrary: fc.constantFrom('null', '""', '" "', 'true', 'false', '[]', '{}') },
  { weight: 1, arbitrary: text.map((value) => JSON.stringify([value])) },
  { weight: 1, arbitrary: text.map((value) => JSON.stringify({ IdNumber: value, value })) },
);

/** The JSON text of a transaction: members in any order, without duplicates. */
export const transactionArbitrary: fc.Arbitrary<string> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...memberNames), jsonValue), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: memberNames.length,
    size: 'max',
  })
  .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`);

/** Signs that are neither letter nor digit, by their effect. */
const sign = /[\p{P}\p{S}\p{Z}\p{C}\p{M}]/u;
const uuidParts = [8, 4, 4, 4, 12];

/** Whether two keys are equal to a person: compared sign by sign. */
function alike(kind: PublicationKeyKind, one: string, other: string): boolean {
  if (kind === 'identification') {
    const bare = (value: string) =>
      Array.from(value.normalize('NFKC'))
        .flatMap((each) => [...each.toUpperCase()])
        .filter((each) => !sign.test(each));
    const [a, b] = [bare(one), bare(other)];
    return a.length > 0 && a.length === b.length && a.every((each, at) => each === b[at]);
  }
  const bare = (value: string) => value.replace(/^\s+|\s+$/g, '');
  const isUuid = (value: string) => {
    const groups = value.split('-');
    return groups.length === 5 && groups.every((part, at) => part.length === uuidParts[at] && /^[\da-fA-F]+$/.test(part));
  };
  if (bare(one) === '') return false;
  if (kind !== 'uid' || !isUuid(bare(one)) || !isUuid(bare(other))) return bare(one) === bare(other);
  return bare(one).localeCompare(bare(other), 'en', { sensitivity: 'accent' }) === 0;
}

/** The statement in a value of the transaction: none, a text, or one that matches no one. */
function meaning(value: unknown): 'nothing' | 'nobody' | { text: string } {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return /\S/.test(value) ? { text: value } : 'nothing';
    default:
      return value === null ? 'nothing' : 'nobody';
  }
}

/** Written from the rule, not from the code: every statement that the transaction makes about a document's keys, then their sum. */
export function mayHave(keys: readonly PublicationKey[], transaction: object, compared: Compared): boolean {
  const spelled = (name: string) => name.replace(/[_-]/g, '').toUpperCase();
  const own = Map.groupBy(Object.entries(transaction), ([name]) => spelled(name));
  const statements = Object.entries(compared).flatMap(([kind, members]) =>
    keys
      .filter((key) => key.kind === kind)
      .flatMap((key) =>
        members
          .flatMap((name) => own.get(spelled(name)) ?? [])
          .map(([, value]) => {
            const stated = meaning(value);
            if (stated === 'nothing') return null;
            return stated !== 'nobody' && alike(key.kind, key.value, stated.text);
          }),
      ),
  );
  const made = statements.filter((one) => one !== null);
  return made.length > 0 && made.every(Boolean);
}
