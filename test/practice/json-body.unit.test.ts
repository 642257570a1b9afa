/** Answers of the practice provider that are made while they are sent say the same as if they were made whole. */
import { expect, it } from 'vitest';
import { type bodyOf, cutBody, jsonBody, longText } from '../support/doors/practice.ts';
import { fc } from '../support/runner/property.ts';

const textOf = (body: ReturnType<typeof bodyOf>) => Buffer.concat([...body.pieces()]);

it('is the JSON of the same value, with each long text whole', () => {
  const texts = fc.array(fc.base64String({ maxLength: 20 }), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string(),
        fc.oneof(
          fc.jsonValue(),
          texts.map((pieces) => ({ pieces })),
        ),
      ),
      (value) => {
        const isText = (member: unknown): member is { pieces: string[] } =>
          typeof member === 'object' && member !== null && Array.isArray((member as { pieces?: unknown }).pieces);
        const members = Object.entries(value);
        const long = (pieces: string[]) => longText(pieces.join('').length, () => pieces.map((piece) => Buffer.from(piece)));
        const made = jsonBody(Object.fromEntries(members.map(([name, member]) => [name, isText(member) ? long(member.pieces) : member])));
        const whole = JSON.stringify(
          Object.fromEntries(members.map(([name, member]) => [name, isText(member) ? member.pieces.join('') : member])),
        );
        expect(textOf(made).toString()).toBe(whole);
        expect(made.size).toBe(Buffer.byteLength(whole));
      },
    ),
  );
});

it('keeps the pieces of a long text apart', () => {
  const piece = Buffer.alloc(1000, 'A');
  const body = jsonBody({ Images: [{ Image: longText(3000, () => [piece, piece, piece]) }] });
  expect([...body.pieces()].map(({ length }) => length)).toEqual([21, 1000, 1000, 1000, 4]);
});

it('is cut after the given number of bytes, at any place', () => {
  const whole = Buffer.from('uno«dos»tres');
  const body = { size: whole.length, pieces: () => [whole.subarray(0, 4), whole.subarray(4, 5), whole.subarray(5)] };
  for (let size = 0; size <= whole.length; size++) {
    const cut = cutBody(body, size);
    expect([cut.size, textOf(cut)]).toEqual([size, whole.subarray(0, size)]);
  }
});
