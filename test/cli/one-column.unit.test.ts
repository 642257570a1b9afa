import { expect, test } from 'vitest';
import { mayHaveColumns } from '../support/doors/cli.ts';

const column = (...cells: string[]) => cells.map((cell) => [cell]);

test.each([
  ['another separator', column('nombre#cedula', 'Ana#1', 'Beto#2'), true],
  ['two of them', column('a:b:c', 'Ana:1:x', '', 'Beto::'), true],
  ['not equally often', column('a#b', 'Ana#1#2'), false],
  ['in some of them', column('a#b', 'c#d', 'e'), false],
  ['not in each', column('nombre#', 'Ana'), false],
  ['names alone', column('Pérez, Ana', "O'Connor, Eva", 'Gil-Paz, J.'), false],
  ['signs that names have', column('Pérez-Gil, A. (Ñ)', "Paz-D'Ana, B. (O)"), false],
  [
    'columns already',
    [
      ['a#b', 'c'],
      ['d#e', 'f'],
    ],
    false,
  ],
  ['nothing', [[''], []], false],
])('%s', (_, rows, may) => expect(mayHaveColumns(rows)).toBe(may));
