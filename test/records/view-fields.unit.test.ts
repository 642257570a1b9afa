/** Members of a record on the screen: what has a value, scores next to their thresholds. */
import { expect, it } from 'vitest';
import type { RecordField } from '../support/doors/domain.ts';
import { faceScores, marksOf, parted } from '../support/doors/renderer/records.ts';

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
