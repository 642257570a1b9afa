/** Members of a record on the screen: what has a value, the day that a date names, scores beside their thresholds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordField } from '../support/doors/domain.ts';
import { dayOf, faceScores, marksOf, parted } from '../support/doors/renderer/records.ts';

const field = (
  name: string,
  value: RecordField['value'],
  type: RecordField['type'] = 'string',
  state: RecordField['state'] = 'value',
): RecordField => ({
  name,
  type,
  value,
  state,
});
const day = (value: string) =>
  dayOf(field('BirthDate', value, 'datetime'))
    ?.toISOString()
    .slice(0, 10) ?? null;

it('null, missing and blank values are folded; false, zero and values in files are not', () => {
  const fields = [
    field('a', null, 'string', 'null'),
    field('b', null, 'string', 'missing'),
    field('c', '  '),
    field('d', false, 'boolean'),
    field('e', 0, 'integer'),
    field('f', null),
    field('g', '{}', 'string', 'odd'),
  ];
  const { full, blank } = parted(fields);
  expect(blank.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(full.map(({ name }) => name)).toEqual(['d', 'e', 'f', 'g']);
});

describe('the day of a date', () => {
  it.each([
    ['2026-05-04', '2026-05-04'],
    ['2026-05-04T23:59:59', '2026-05-04'],
    ['2026-05-04T23:59:59.123-05:00', '2026-05-04'],
    ['2026-05-04T00:00:00+14:00', '2026-05-04'],
    ['2024-02-29T00:00:00Z', '2024-02-29'],
  ])('%s is %s, never shifted', (written, expected) => expect(day(written)).toBe(expected));

  it.each(['2025-02-29', '2026-13-01', '04/05/2026', '2026-5-4', '20260504', '2026-05-0412:00', ''])('%j names no day', (written) => {
    expect(day(written)).toBeNull();
  });

  it('is found in any date-time', () => {
    const days = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
    fc.assert(
      fc.property(days, fc.constantFrom('', 'T00:00:00', 'T23:59:59.9999999-11:00'), (iso, time) => {
        expect(day(`${iso.slice(0, 10)}${time}`)).toBe(iso.slice(0, 10));
      }),
    );
  });

  it('is only read from date members', () => expect(dayOf(field('TransactionId', '2026-05-04'))).toBeNull());
});

it('a score is next to its threshold and verdict, where present', () => {
  const sections = (fields: RecordField[]) => ({ sections: [{ id: 'faces' as const, fields }] });
  const score = field('ResultCompareDocumentFaces', 0.4, 'float');
  const threshold = field('ThresholdCompareDocumentFaces', 0.6, 'float');
  const approved = field('ComparationFacesAproved', false, 'boolean');
  const faces = field('ResultComparationFaces', 61, 'float');
  expect(faceScores(sections([approved, score, threshold, faces]))).toEqual([
    { score: faces, threshold: null, verdict: approved },
    { score, threshold, verdict: null },
  ]);
  expect(faceScores(sections([threshold, field('ResultComparationFaces', null, 'float', 'null')]))).toEqual([]);
});

it('a member has the mark of its worst mismatch', () => {
  const marks = marksOf([
    { kind: 'document-expired', fields: ['ExpirationDate'], texts: [] },
    { kind: 'death', fields: ['DateOfDeath', 'ExpirationDate'], texts: [] },
    { kind: 'not-scored', fields: ['DateOfDeath'], texts: [] },
  ]);
  expect([...marks]).toEqual([
    ['ExpirationDate', 'bad'],
    ['DateOfDeath', 'bad'],
  ]);
});
