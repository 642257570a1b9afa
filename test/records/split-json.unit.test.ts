/** A pushed body without its long texts: nothing is lost, and what is no JSON stays no JSON. */
import { expect, test } from 'vitest';
import { splitJson } from '../support/doors/records.ts';
import { fc } from '../support/runner/property.ts';
import { runs, seed } from '../support/runner/soak.ts';

const isLong = (_: unknown, length: number): boolean => length >= 64;
const split = (body: Buffer) => splitJson(body, { isLong, maxValues: 1000 });

const base64 = fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const texts = fc.oneof(
  base64,
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.string({ unit: fc.constantFrom('a', '"', '\\', 'ñ'), maxLength: 100 }),
);
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), texts), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
/** A text that is a whole body is never long. */
const written = fc.tuple(fc.array(values, { maxLength: 4 }), fc.constantFrom('', ' ', '\t', '\n'));

/** The value with null in place of each long text, and these texts in the order of the body. */
function expected(value: unknown, long: string[]): unknown {
  if (typeof value === 'string' && value.length >= 64 && JSON.stringify(value).length - 2 >= 64) {
    long.push(value);
    return null;
  }
  if (Array.isArray(value)) return value.map((each) => expected(each, long));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, expected(each, long)]));
}

test(`long texts are found with their places, and the rest is as written, seed ${seed}`, () => {
  fc.assert(
    fc.property(written, fc.boolean(), ([value, indent], hasMark) => {
      // A text of this length in its written form only, with escapes, is not modelled.
      fc.pre(!JSON.stringify(value).includes('\\'));
      const json = JSON.stringify(value, null, indent);
      const body = Buffer.from(hasMark ? `\ufeff${json}` : json);
      const found = split(body);
      if (typeof found === 'string') throw new Error(found);
      const long: string[] = [];
      expect(found.value).toEqual(expected(value, long));
      expect(JSON.parse(found.text)).toEqual(found.value);
      expect(found.longTexts).toHaveLength(long.length);
      for (const [index, { start, end, text, bytes, path }] of found.longTexts.entries()) {
        const expectedText = long[index] ?? '';
        expect(JSON.parse(body.subarray(start, end).toString())).toBe(expectedText);
        expect(path.reduce((at, key) => Reflect.get(Object(at), key), JSON.parse(json))).toBe(expectedText);
        if (bytes === null) expect(text).toBe(expectedText);
        else expect(bytes).toEqual(Buffer.from(expectedText, 'base64'));
      }
    }),
    { numRuns: runs(300), seed },
  );
});

test(`a body with a byte too many, too few or wrong is JSON where JSON.parse says so, seed ${seed}`, () => {
  const isJson = (body: Buffer): boolean => {
    try {
      JSON.parse(body.toString('utf8'));
      return true;
    } catch {
      return false;
    }
  };
  const byte = fc.oneof(fc.constantFrom(...Buffer.from('"\\{}[],: \n0-n')), fc.nat(255));
  fc.assert(
    fc.property(written, fc.nat(), fc.nat(2), byte, ([value, indent], place, removed, added) => {
      const json = Buffer.from(JSON.stringify(value, null, indent));
      const at = place % (json.length + 1);
      const body = Buffer.concat([json.subarray(0, at), Buffer.from([added]), json.subarray(at + removed)]);
      expect(typeof split(body) !== 'string').toBe(isJson(body));
    }),
    { numRuns: runs(2000), seed },
  );
});

test.for(['"', '\\', 'a"b\\', '\\"'])('a text %s before a long one, as a name and as a value, does not hide it', (text) => {
  const long = `${text}${'x'.repeat(64)}`;
  for (const value of [{ [text]: 1, long }, { short: text, long }, { list: [text, long] }])
    expect(split(Buffer.from(JSON.stringify(value)))).toMatchObject({ longTexts: [{ text: long }] });
});

test('more values than allowed are refused, also when they are long', () => {
  const list = (count: number) => Buffer.from(JSON.stringify(Array.from({ length: count }, () => 'x'.repeat(64))));
  expect(split(list(900))).toMatchObject({ longTexts: { length: 900 } });
  expect(split(list(1100))).toBe('too-deep');
});
