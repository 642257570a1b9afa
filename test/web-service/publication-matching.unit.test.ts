/** Another customer's document never leaves: the rule of which documents may go out, over random keys and transactions. */
import { describe, expect, test } from 'vitest';
import { type Compared, comparedSchema, type PublicationKey, type PublicationKeyKind } from '../support/doors/domain.ts';
import { classifyBody } from '../support/doors/records.ts';
import { distinctKeys, mayGoOut } from '../support/doors/web-service.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { comparedArbitrary, keyArbitrary, kinds, mayHave, transactionArbitrary } from '../support/web-service/customers-asked.ts';

const usual: Compared = comparedSchema.parse({});
const id = (value: string): PublicationKey => ({ kind: 'identification', value });
const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** As it comes out of a body. */
function parsed(json: string): Readonly<Record<string, unknown>> {
  const read = classifyBody(Buffer.from(`{"JsonTransaction":${json}}`));
  if (read.kind !== 'question') throw new Error(`no question: ${json}`);
  return read.transaction;
}

describe('no document of another customer is matched', () => {
  test('random keys, members and transactions agree with an independent rule', () => {
    let went = 0;
    fc.assert(
      fc.property(
        fc.array(keyArbitrary, { maxLength: 4, size: 'max' }),
        transactionArbitrary,
        comparedArbitrary,
        (keys, json, compared) => {
          const transaction = parsed(json);
          const out = mayGoOut(keys, transaction, compared);
          expect(out).toBe(mayHave(keys, transaction, compared));
          if (out) went += 1;
        },
      ),
      { numRuns: runs(2_000) },
    );
    // Otherwise nothing was tried.
    expect(went).toBeGreaterThan(10);
  });

  test('a truthful transaction of one customer matches none of another, and all that it can of its own', () => {
    const member: Record<PublicationKeyKind, string> = {
      identification: 'IdNumber',
      transaction: 'TransactionId',
      uid: 'Uid',
      customer: 'CustomerIdFromClient',
    };
    const some = fc.subarray([...kinds], { minLength: 1 });
    // Numbers of customers differ in one digit, or in length.
    const numberOf = (customer: number, kind: PublicationKeyKind) => `${kinds.indexOf(kind) + 1}0${customer}`;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(12), some), { maxLength: 12 }),
        fc.nat(12),
        some,
        fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
        (documents, asked, stated, noise) => {
          const said = stated.map((kind) => [member[kind], numberOf(asked, kind)]);
          const transaction = {
            ...noise,
            ...Object.fromEntries(Object.values(member).map((name) => [name, null])),
            ...Object.fromEntries(said),
          };
          for (const [customer, keyed] of documents) {
            const keys = keyed.map((kind) => ({ kind, value: numberOf(customer, kind) }));
            const due = customer === asked && keyed.some((kind) => stated.includes(kind));
            expect(mayGoOut(keys, transaction, usual)).toBe(due);
          }
        },
      ),
      { numRuns: runs(2_000) },
    );
  });

  test.each<[string, PublicationKey[], string, boolean]>([
    ['the same identification, written with dots', [id('1.020.304')], '{"IdNumber":"1020304"}', true],
    ['a number is its digits', [id('1020304')], '{"IdNumber":1020304}', true],
    ['a number past what a number holds', [id('9007199254740993')], '{"IdNumber":9007199254740993}', true],
    ['its neighbour', [id('9007199254740992')], '{"IdNumber":9007199254740993}', false],
    ['a number against a key with dots', [id('1.020.304')], '{"IdNumber":1020304}', true],
    ['a fraction is nobody', [id('10203045')], '{"IdNumber":1020304.5}', false],
    ['a number as some programs write it is not ten times as much', [id('10203040')], '{"IdNumber":1020304.0}', false],
    ['nor is it the key that is written like it', [id('1020304.0')], '{"IdNumber":1020304.0}', false],
    ['a text with a point that separates thousands', [id('79555')], '{"IdNumber":"79.555"}', true],
    ['the number of the same characters is nobody', [id('79555')], '{"IdNumber":79.555}', false],
    ['a transaction in the form of a number with a point', [{ kind: 'transaction', value: '1.5' }], '{"TransactionId":"1.5"}', true],
    ['and the number itself is nobody', [{ kind: 'transaction', value: '1.5' }], '{"TransactionId":1.5}', false],
    ['a power of ten is nobody', [id('11')], '{"IdNumber":1e+1}', false],
    ['letters within, as in a passport', [id('12E34')], '{"IdNumber":"12E34"}', true],
    ['a check digit behind a hyphen', [id('12.345.678-5')], '{"IdNumber":"123456785"}', true],
    ['below zero is nobody', [id('1020304')], '{"IdNumber":-1020304}', false],
    ['zero below zero is nobody', [id('0')], '{"IdNumber":-0}', false],
    ['leading zeros count', [id('01020304')], '{"IdNumber":"1020304"}', false],
    ['a prefix is not it', [id('1020304')], '{"IdNumber":"10203045"}', false],
    ['an empty transaction', [id('1020304')], '{}', false],
    ['null says nothing', [id('1020304')], '{"IdNumber":null}', false],
    ['blanks say nothing', [id('1020304')], '{"IdNumber":" "}', false],
    ['in a list it is nobody', [id('1020304')], '{"IdNumber":["1020304"]}', false],
    ['the name of the member in another case', [id('1020304')], '{"id_number":"1020304"}', true],
    ['the name of the member twice, in two cases', [id('1020304')], '{"IdNumber":"1020304","idNumber":"1020305"}', false],
    ['a member that every object inherits', [{ kind: 'customer', value: 'constructor' }], '{}', false],
    ['one key is said, the other is not', [id('1'), { kind: 'uid', value: 'U' }], '{"IdNumber":"1"}', true],
    ['one key is the same, the other is unlike', [id('1'), { kind: 'uid', value: 'U' }], '{"IdNumber":"1","Uid":"V"}', false],
    ['one key is the same, the other of an odd type', [id('1'), { kind: 'uid', value: 'U' }], '{"IdNumber":"1","Uid":true}', false],
    ['a UUID without case', [{ kind: 'uid', value: uuid }], `{"Uid":"${uuid.toUpperCase()}"}`, true],
    ['another Uid with its case', [{ kind: 'uid', value: 'aB' }], '{"Uid":"ab"}', false],
    ['a transaction with its case', [{ kind: 'transaction', value: 'aB' }], '{"TransactionId":"ab"}', false],
    ['a key that says nothing', [id('---')], '{"IdNumber":"..."}', false],
    ['no key at all', [], '{"IdNumber":"1"}', false],
    ['a Cyrillic letter is another', [id('A12')], '{"IdNumber":"\u041012"}', false],
  ])('%s', (_, keys, json, out) => {
    expect(mayGoOut(keys, parsed(json), usual)).toBe(out);
  });

  test('contradicting members of one kind match nothing', () => {
    const compared: Compared = { ...usual, identification: ['IdNumber', 'IdNumberFromClient'] };
    expect(mayGoOut([id('1')], { IdNumber: '1', IdNumberFromClient: '2' }, compared)).toBe(false);
    expect(mayGoOut([id('2')], { IdNumber: '1', IdNumberFromClient: '2' }, compared)).toBe(false);
    expect(mayGoOut([id('1')], { IdNumber: '1', IdNumberFromClient: '' }, compared)).toBe(true);
    expect(mayGoOut([id('1')], { IdNumber: '1' }, { ...usual, identification: [] })).toBe(false);
  });
});

test.each<[string, string, boolean]>([
  ['the same number', '{"Client":{"IdNumber":1020304}}', true],
  ['another spelling of the path', '{"client":{"id_number":"1.020.304"}}', true],
  ['another number', '{"Client":{"IdNumber":1020305}}', false],
  ['the same number twice', '{"Client":[{"IdNumber":1020304},{"IdNumber":"1020304"}]}', true],
  ['two numbers', '{"Client":[{"IdNumber":1020304},{"IdNumber":1020305}]}', false],
  ['two spellings', '{"Client":{"IdNumber":1020304},"client":{"IdNumber":1020305}}', false],
  ['a number that is not at the end of the path', '{"IdNumber":1020304,"Client":{"Id":{"IdNumber":1020304}}}', false],
  ['an object at the end of the path', '{"Client":{"IdNumber":{"value":1020304}}}', false],
  ['a member whose name is the path', '{"Client.IdNumber":1020304,"Client":{"IdNumber":7}}', true],
])('by a path: %s', (_, json, out) => {
  const compared: Compared = { ...usual, identification: ['Client.IdNumber'] };
  expect(mayGoOut([id('1020304')], parsed(json), compared)).toBe(out);
});

describe('stored keys', () => {
  test('are for one customer, once for each kind', () => {
    expect(distinctKeys([])).toBe(null);
    expect(distinctKeys([id(' ')])).toBe(null);
    expect(distinctKeys([id('-.-')])).toBe(null);
    expect(distinctKeys([id('1'), id('2')])).toBe(null);
    expect(distinctKeys([id(' 1.2 '), id('12')])).toEqual([id('1.2')]);
  });
});
