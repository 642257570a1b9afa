import { describe, expect, test } from 'vitest';
import { type Callable, groupCalls as callsOf, halves } from '../support/doors/signing.ts';
import { fc } from '../support/runner/property.ts';

const documents = fc
  .array(
    fc.record({
      clientInfo: fc.constantFrom('T-1', 'T-2'),
      wire: fc.record({
        x1: fc.constantFrom(0, 10),
        y1: fc.constant(0),
        x2: fc.constant(50),
        y2: fc.constant(20),
        signaturePage: fc.integer({ min: 1, max: 2 }),
      }),
      size: fc.integer({ min: 1, max: 1500 }),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map((document, position) => ({ ...document, position })));
const limits = fc.record({ maxDocumentsPerCall: fc.integer({ min: 1, max: 8 }), maxBytesPerCall: fc.integer({ min: 1000, max: 4000 }) });
/** All calls of the documents. */
const groupCalls = <T extends Callable>(list: readonly T[], limit: Parameters<typeof callsOf>[1]): T[][] => [...callsOf(list, limit)];
const key = ({ wire, clientInfo }: Callable) => JSON.stringify([wire, clientInfo]);

const wire = { x1: 0, y1: 0, x2: 50, y2: 20, signaturePage: 1 };
/** Documents of these sizes that may share a call. */
const ofSizes = (...sizes: number[]): Callable[] => sizes.map((size) => ({ wire, clientInfo: 'T-1', size }));
const sizesOf = (calls: readonly Callable[][]) => calls.map((call) => call.map(({ size }) => size));

describe('the limits of a call', () => {
  const maxBytesPerCall = 1000;
  const many = { maxDocumentsPerCall: 10, maxBytesPerCall };

  test.each<[string, number[], number[][]]>([
    ['two that are exactly as large as a call may be go together', [400, 600], [[400, 600]]],
    ['one byte more takes a second call', [400, 601], [[400], [601]]],
    ['all that is in the call counts, the first document included', [400, 300, 300, 1], [[400, 300, 300], [1]]],
    ['the next call counts from zero', [600, 600, 400, 1], [[600], [600, 400], [1]]],
    ['one document exactly at the limit fills a call', [1000, 1], [[1000], [1]]],
    ['one document over the limit is alone, wherever it comes', [1, 1001, 1], [[1], [1001], [1]]],
  ])('bytes: %s', (_, sizes, calls) => {
    expect(sizesOf(groupCalls(ofSizes(...sizes), many))).toEqual(calls);
  });

  test('documents: exactly as many as a call may have go together, one more takes a second call', () => {
    const three = { maxDocumentsPerCall: 3, maxBytesPerCall };
    expect(sizesOf(groupCalls(ofSizes(1, 2, 3), three))).toEqual([[1, 2, 3]]);
    expect(sizesOf(groupCalls(ofSizes(1, 2, 3, 4), three))).toEqual([[1, 2, 3], [4]]);
    expect(sizesOf(groupCalls(ofSizes(1, 2), { maxDocumentsPerCall: 1, maxBytesPerCall }))).toEqual([[1], [2]]);
  });

  test('each group has limits of its own, and returns to its own call', () => {
    const [first, other, third] = [...ofSizes(600), { wire, clientInfo: 'T-2', size: 600 }, ...ofSizes(400)];
    if (!first || !other || !third) throw new Error('three documents');
    expect(groupCalls([first, other, third], many)).toEqual([[first, third], [other]]);
  });

  test.each<[string, Partial<Callable>]>([
    ['client info', { clientInfo: 'T-2' }],
    ['page', { wire: { ...wire, signaturePage: 2 } }],
    ['x1', { wire: { ...wire, x1: 1 } }],
    ['y1', { wire: { ...wire, y1: 1 } }],
    ['x2', { wire: { ...wire, x2: 51 } }],
    ['y2', { wire: { ...wire, y2: 21 } }],
  ])('another %s is another call', (_, other) => {
    const [one] = ofSizes(1);
    if (!one) throw new Error('a document');
    expect(groupCalls([one, { ...one, ...other }], many)).toHaveLength(2);
  });
});

describe('grouping into calls', () => {
  test('every document is in one call, and in the order of the clerk within it', () => {
    fc.assert(
      fc.property(documents, limits, (list, limit) => {
        const calls = groupCalls(list, limit);
        expect(
          calls
            .flat()
            .map((document) => document.position)
            .sort((a, b) => a - b),
        ).toEqual(list.map((document) => document.position));
        for (const call of calls) {
          const positions = call.map((document) => document.position);
          expect(positions).toEqual([...positions].sort((a, b) => a - b));
        }
        const firsts = calls.map((call) => call[0]?.position ?? -1);
        expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
      }),
    );
  });

  test('a call has one placement and one client info, and keeps within the limits unless one document alone does not', () => {
    fc.assert(
      fc.property(documents, limits, (list, limit) => {
        for (const call of groupCalls(list, limit)) {
          expect(new Set(call.map(key)).size).toBe(1);
          expect(call.length).toBeLessThanOrEqual(limit.maxDocumentsPerCall);
          if (call.length > 1) expect(call.reduce((sum, document) => sum + document.size, 0)).toBeLessThanOrEqual(limit.maxBytesPerCall);
        }
      }),
    );
  });

  test('no two successive calls of a group fit into one', () => {
    fc.assert(
      fc.property(documents, limits, (list, limit) => {
        const groups = Map.groupBy(groupCalls(list, limit), (call) => (call[0] ? key(call[0]) : ''));
        for (const calls of groups.values()) {
          for (const [index, call] of calls.entries()) {
            const next = calls[index + 1]?.[0];
            if (!next) continue;
            const bytes = call.reduce((sum, document) => sum + document.size, next.size);
            expect(call.length === limit.maxDocumentsPerCall || bytes > limit.maxBytesPerCall).toBe(true);
          }
        }
      }),
    );
  });

  test('a call is returned as soon as no document can join it or one before it', () => {
    const read: number[] = [];
    function* reading(documents: Callable[]): Generator<Callable> {
      for (const document of documents) {
        read.push(document.size);
        yield document;
      }
    }
    const two = { maxDocumentsPerCall: 2, maxBytesPerCall: 1000 };
    const first = (documents: Callable[]): unknown => callsOf(reading(documents), two).next().value;
    expect(first(ofSizes(1, 2, 3))).toHaveLength(2);
    expect(read.splice(0)).toEqual([1, 2]);
    expect(first(ofSizes(600, 500, 3))).toHaveLength(1);
    expect(read.splice(0)).toEqual([600, 500]);
    // The later call is full first, and waits for the one before it.
    const [one, ...others] = [...ofSizes(1), ...ofSizes(2, 3).map((document) => ({ ...document, clientInfo: 'T-2' })), ...ofSizes(4, 5)];
    if (!one) throw new Error('a document');
    expect(first([one, ...others])).toMatchObject([{ size: 1 }, { size: 4 }]);
    expect(read).toEqual([1, 2, 3, 4]);
  });

  test('halves are both shorter and make up the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 2, maxLength: 50 }), (call) => {
        const [left, right] = halves(call);
        expect([...left, ...right]).toEqual(call);
        expect(left.length).toBeLessThan(call.length);
        expect(right.length).toBeLessThan(call.length);
      }),
    );
  });

  test.each([
    [2, 1, 1],
    [3, 2, 1],
    [4, 2, 2],
    [5, 3, 2],
  ])('of %i documents, the first half has %i and the second %i', (length, first, second) => {
    const [left, right] = halves(Array.from({ length }));
    expect([left.length, right.length]).toEqual([first, second]);
  });
});
