/** Lengths on a page in the unit of the screen. */
import { expect, it } from 'vitest';
import { fromPoints, roomWords, toPoints } from '../support/doors/renderer/pdf.ts';
import { fc } from '../support/runner/property.ts';

it('a centimetre is 72/2.54 points, and points stay points', () => {
  expect([fromPoints(36, 'cm'), toPoints(2.54, 'cm'), fromPoints(36.5, 'point'), toPoints(36.5, 'point')]).toEqual([1.27, 72, 36.5, 36.5]);
});

it('what is typed comes back as it was typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (hundredths) => {
      expect(fromPoints(toPoints(hundredths / 100, 'cm'), 'cm')).toBe(hundredths / 100);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50_000 }), (tenths) => {
      expect(fromPoints(toPoints(tenths / 10, 'point'), 'point')).toBe(tenths / 10);
    }),
  );
});

it('the room on a page is never rounded up', () => {
  expect([roomWords(395.29, 'point'), roomWords(28.34, 'cm'), roomWords(-3, 'cm')]).toEqual(['395.2', '0.99', '0']);
});
