import { describe, expect, it } from 'vitest';
import type { TableCheck, TablePreview } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { draftOf, emptyValues, leastSeconds, moved, obstacleOf, rowAfter, withPreview } from '../support/doors/renderer/bulk.ts';

const preview: TablePreview = {
  fileId: 'f',
  name: 'clientes.csv',
  format: 'csv',
  options: { encoding: 'utf-8', separator: ',', quote: '"', header: true, sheet: null },
  sheets: [],
  columns: ['nombres', 'apellidos', 'cédula'],
  sample: [['Ana', 'Paz', '17']],
  mapping: { name: [0, 1], surnameFirst: false, surnameFirstWhere: null, identification: 2, empty: ['-0-'] },
  isNameSure: true,
  problem: null,
};
const check: TableCheck = {
  rows: 2,
  screenable: 2,
  blankLines: 0,
  faults: { 'name-missing': 0, 'name-too-long': 0, 'name-several-lines': 0, duplicate: 0, 'odd-identification': 0, 'other-cell-count': 0 },
  first: [],
  faulty: [],
};
const draft = draftOf(preview, { concurrency: 4, perMinute: 0 });
const guess = { ...preview.mapping, name: [1] };

describe('a file read with other options', () => {
  it('is mapped again while the mapping is only a guess', () => {
    expect(withPreview(draft, { ...preview, mapping: { ...guess, empty: [] } })).toMatchObject({
      mapping: { name: [1] },
      emptyText: '',
    });
  });

  it('keeps a mapping made by hand', () => {
    const typed = { ...draft, mapped: true, mapping: { ...draft.mapping, name: [2, 0] }, emptyText: 'x' };
    expect(withPreview(typed, { ...preview, mapping: guess })).toMatchObject({ mapped: true, mapping: { name: [2, 0] }, emptyText: 'x' });
  });

  it.each([
    ['a name', { name: [0, 3] }],
    ['the identification', { identification: 3 }],
    ['the condition', { surnameFirstWhere: { column: 3, value: 'P' } }],
  ])('is mapped again when the column of %s is gone', (_, part) => {
    const typed = { ...draft, mapped: true, mapping: { ...draft.mapping, ...part } };
    expect(withPreview(typed, { ...preview, mapping: guess })).toMatchObject({ mapped: false, mapping: guess });
  });

  it('is mapped again on another sheet, whose columns are others', () => {
    const typed = { ...draft, mapped: true, mapping: { ...draft.mapping, name: [2] } };
    const other = { ...preview, options: { ...preview.options, sheet: 'Otra' }, mapping: guess };
    expect(withPreview(typed, other)).toMatchObject({ mapped: false, mapping: guess });
  });

  it('keeps the mapping when nothing can be read with the new options', () => {
    const typed = { ...draft, mapped: true, mapping: { ...draft.mapping, name: [2] } };
    const unreadable = withPreview(typed, { ...preview, columns: [], sample: [], problem: problem('table-quote-open', { line: 3 }) });
    expect(unreadable).toMatchObject({ mapped: true, mapping: { name: [2] } });
    expect(obstacleOf(unreadable)).toBe('unreadable');
  });
});

describe('the start', () => {
  const ready = { ...draft, checking: { state: 'done', check } as const };
  it('needs a checked preview and at least one person to screen', () => {
    expect(obstacleOf(draft)).toBe('checking');
    expect(obstacleOf({ ...ready, reading: true })).toBe('reading');
    expect(obstacleOf({ ...ready, checking: { state: 'checking' } })).toBe('checking');
    expect(obstacleOf({ ...ready, checking: { state: 'failed', problem: problem('table-file-changed') } })).toBe('check-failed');
    expect(obstacleOf({ ...ready, checking: { state: 'done', check: { ...check, screenable: 0 } } })).toBe('nobody');
    expect(obstacleOf({ ...ready, pace: { concurrency: 4, perMinute: Number.NaN } })).toBe('pace');
    expect(obstacleOf({ ...ready, emptyText: 'abcdefghijk'.split('').join('\n') })).toBe('empty-values');
    expect(obstacleOf(ready)).toBeNull();
  });

  it('states the shortest time that a limit allows', () => {
    expect(leastSeconds(100, { concurrency: 4, perMinute: 0 })).toBeNull();
    expect(leastSeconds(100_000, { concurrency: 4, perMinute: 600 })).toBe(10_000);
    expect(leastSeconds(1, { concurrency: 4, perMinute: 600 })).toBe(1);
  });
});

it('the values that mean empty are typed one per line, and each counts once', () => {
  expect(emptyValues(' -0- \n\nN/A\n-0-\n')).toEqual(['-0-', 'N/A']);
});

it('a column of the name moves by one place', () => {
  expect(moved([5, 6, 7], 1, -1)).toEqual([6, 5, 7]);
  expect(moved([5, 6, 7], 1, 1)).toEqual([5, 7, 6]);
});

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 99, 99],
  ['ArrowUp', 0, 0],
  ['ArrowUp', 7, 6],
  ['PageDown', 95, 99],
  ['PageDown', 5, 15],
  ['PageUp', 5, 0],
  ['Home', 50, 0],
  ['End', 3, 99],
  ['a', 3, null],
  ['toString', 3, null],
])('%s leads from row %i to %s of 100', (key, from, to) => {
  expect(rowAfter(key, from, 100, 10)).toBe(to);
});

it('no key leads anywhere in an empty list', () => {
  expect(rowAfter('End', 0, 0, 10)).toBeNull();
});
