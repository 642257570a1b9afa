/** Two pushes with the same digest are the same push, and no others. */
import { expect, test } from 'vitest';
import { contentDigest, readPush } from '../support/doors/records.ts';
import { aFile } from '../support/records/records.ts';
import { fc } from '../support/runner/property.ts';

const file = (sha256: string) => aFile('f', ['Images', 0, 'Image'], { sha256 });
const digest = (json: string) => contentDigest(json, []);

test('order of members and white space do not count', () => {
  expect(digest('{"b":[1,{"d":null,"c":true}],"a":"x"}')).toBe(digest(' { "a" : "x",\n"b": [1, {"c": true, "d": null}] } '));
});

test('order of an array counts, and so do types and null', () => {
  const all = [
    '{"a":[1,2]}',
    '{"a":[2,1]}',
    '{"a":["1","2"]}',
    '{"a":null}',
    '{}',
    '{"a":""}',
    '{"a":"null"}',
    '{"a":{}}',
    '{"a":[]}',
    '{"a":["object"]}',
  ];
  expect(new Set(all.map(digest)).size).toBe(all.length);
});

test('numbers count digit for digit, however long', () => {
  const all = ['{"a":1}', '{"a":1.0}', '{"a":1e0}', '{"a":12345678901234567890}', '{"a":12345678901234567891}', '{"a":"1"}'];
  expect(new Set(all.map(digest)).size).toBe(all.length);
});

test('numbers of a push count digit for digit, too', () => {
  const pushed = (number: string) => readPush(Buffer.from(`{"Uid":"1","ScoreProyect":${number}}`)).digest;
  expect(pushed('12345678901234567890')).not.toBe(pushed('12345678901234567891'));
  expect(pushed('1.0')).not.toBe(pushed('1'));
  expect(pushed('1.5')).toBe(digest('{"ScoreProyect":1.5,"Uid":"1"}'));
});

test('contents in files count by their bytes, not by their local names', () => {
  const one = contentDigest('{"Images":[{"Image":null}]}', [file('aa')]);
  expect(one).toBe(contentDigest('{"Images":[{"Image":null}]}', [{ ...file('aa'), id: 'other' }]));
  expect(one).not.toBe(contentDigest('{"Images":[{"Image":null}]}', [file('bb')]));
  expect(one).not.toBe(digest('{"Images":[{"Image":null}]}'));
});

test('different values have different digests, equal values the same, whatever the order of their members', () => {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, each]) => [name, turned(each)]),
    );
  };
  const value = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(digest(JSON.stringify(turned(one)))).toBe(digest(JSON.stringify(one)));
      const same = digest(JSON.stringify(one)) === digest(JSON.stringify(other));
      expect(same).toBe(sorted(one) === sorted(other));
    }),
  );
});

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
