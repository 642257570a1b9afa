import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Callable, groupCalls, halves } from '../support/doors/signing.ts';

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
const key = ({ wire, clientInfo }: Callable) => JSON.stringify([wire, clientInfo]);

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

  test('no two calls that follow each other in a group could have been one', () => {
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
});
