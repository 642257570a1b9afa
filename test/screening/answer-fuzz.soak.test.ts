/** Nearly valid answers: never a crash, never a wrong `clear`, and nothing found is lost. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerDifferenceSchema, matchSchema, otherDataSchema, outcomeSchema, sourceResultSchema } from '../support/doors/domain.ts';
import { problemSchema } from '../support/doors/errors.ts';
import { readAnswer } from '../support/doors/screening.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { extras, hasNamedEntry, leavesDoubt, mayBeClear, tellsOfFailure } from '../support/screening/answer-judge.ts';
import { asked, change, changed, extra, start } from '../support/screening/arbitrary-answers.ts';
import { answer, bytes } from '../support/screening/search-answer.ts';

const wholeReading = z.strictObject({
  outcome: outcomeSchema,
  block: z.boolean().nullable(),
  logNumber: z.string().nullable(),
  providerTime: z.string().nullable(),
  elapsed: z.number().nullable(),
  sources: z.array(sourceResultSchema).length(5),
  matches: z.array(matchSchema),
  defects: z.array(z.string()),
  others: z.array(otherDataSchema),
  differences: z.array(answerDifferenceSchema),
  other: z.looseObject({}).nullable(),
  used: z.array(z.unknown()),
  unread: z.map(z.string(), z.array(z.unknown())),
  problem: problemSchema.nullable(),
});

describe('nearly valid answers', () => {
  it('are clear exactly when everything says so, and a match when something was found', () => {
    const outcomes = { clear: 0, match: 0, unavailable: 0 };
    const counts = { ofFailure: 0, clearWithExtras: 0 };
    const beside = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(extra, { maxLength: 3 }) });
    fc.assert(
      fc.property(start, fc.array(change, { maxLength: 4 }), beside, asked, (from, changes, extra, of) => {
        const text = JSON.stringify(changed(from, [...changes, ...extra]));
        const reading = readAnswer(bytes(text), of);
        expect(() => wholeReading.parse(reading)).not.toThrow();
        expect(() => JSON.stringify(reading)).not.toThrow();
        const unlisted = extras(JSON.parse(text));
        const failure = unlisted.some((member) => tellsOfFailure(member));
        const sourcesClear = mayBeClear(JSON.parse(text), of);
        if (unlisted.length === 0 && !leavesDoubt(JSON.parse(text))) expect(reading.outcome === 'clear').toBe(sourcesClear);
        if (reading.outcome === 'clear') expect([sourcesClear, failure]).toEqual([true, false]);
        if (reading.problem !== null)
          expect([reading.block, reading.sources.map(({ state }) => state)]).toEqual([
            reading.block || null,
            expect.not.arrayContaining(['clear']),
          ]);
        if (sourcesClear && failure) counts.ofFailure++;
        if (reading.outcome === 'clear' && unlisted.length > 0) counts.clearWithExtras++;
        if (hasNamedEntry(JSON.parse(text))) expect(reading.outcome).toBe('match');
        const [lists] = reading.sources;
        expect(lists?.count).toBe(reading.matches.length);
        outcomes[reading.outcome]++;
      }),
      { numRuns: runs(2_000) },
    );
    // Else the changes leave no answer of a kind, and the property says nothing about it.
    for (const count of [...Object.values(outcomes), ...Object.values(counts)]) expect(count).toBeGreaterThan(25);
  });

  it('with lost, changed or repeated bytes are never wrongly clear', () => {
    const damage = fc.record({ at: fc.nat(2000), remove: fc.nat(60), put: fc.uint8Array({ maxLength: 4 }) });
    fc.assert(
      fc.property(start, fc.array(damage, { minLength: 1, maxLength: 3 }), fc.option(fc.nat(2000)), asked, (from, damages, cut, of) => {
        let raw = Buffer.from(bytes(from));
        for (const { at, remove, put } of damages) raw = Buffer.concat([raw.subarray(0, at), put, raw.subarray(at + remove)]);
        if (cut !== null) raw = raw.subarray(0, cut);
        const reading = readAnswer(raw, of);
        wholeReading.parse(reading);
        if (reading.outcome !== 'clear') return;
        // Control characters between values, and marks around the answer, say nothing.
        const text = raw.toString().replaceAll(/\p{Cc}/gu, ' ');
        const parsed: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
        expect([mayBeClear(parsed, of), extras(parsed).some((member) => tellsOfFailure(member))]).toEqual([true, false]);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('of any bytes or any JSON are read without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json({ maxDepth: 8 }).map(bytes)), asked, (raw, of) => {
        // A member that happens to have the name of a list needs a person; nothing of it is clear.
        expect(wholeReading.parse(readAnswer(raw, of)).outcome).not.toBe('clear');
      }),
      { numRuns: runs(500) },
    );
  });

  it('with a repeated member are not clear, whichever of the two says so', () => {
    const twice = fc.constantFrom(
      '"block":true',
      '"datos_tsti":[{"alias":["x"]}]',
      '"nombre":"Otro"',
      '"datos_pro":{"x":1}',
      '"results":[]',
    );
    fc.assert(
      fc.property(twice, fc.nat(20), asked, (member, after, of) => {
        const text = JSON.stringify(answer());
        // After the brace of the answer or of its result, so that the later member wins.
        const braces = [...text.matchAll(/\{/g)].map(({ index }) => index + 1);
        const at = braces[member.startsWith('"results') ? 0 : 1 + (after % (braces.length - 1))] ?? 1;
        expect(readAnswer(bytes(`${text.slice(0, at)}${member},${text.slice(at)}`), of).outcome).toBe('unavailable');
      }),
    );
  });
});
