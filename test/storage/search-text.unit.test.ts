/** What a person types finds a row by names and numbers, however both are written. */
import { expect, test } from 'vitest';
import { openMemoryDatabase, searchText, typedCondition } from '../support/doors/storage.ts';

const row = searchText(['JOSÉ Muñoz O’Connor', 'Pérez-Gómez S.A.S.'], ['CC 1.020.304-5', 'TX-77', 'Ü-9']);

function finds(typed: string): boolean {
  const { sql } = openMemoryDatabase();
  const { where, values } = typedCondition(typed);
  const found = sql.prepare(`SELECT 1 FROM (SELECT ? AS search_text) WHERE ${where}`).get(row, ...values);
  sql.close();
  return found !== undefined;
}

test.each([
  ...[
    '',
    '  ',
    '---',
    'jose',
    'munoz JOSÉ',
    'MUÑOZ,jose',
    'o connor',
    "o'connor",
    'oconnor',
    'connor',
    'gomez perez',
    'gómez-pérez',
    'sas',
  ],
  ...['1020304', '1.020.304', '10203045', '020', 'cc1020304', 'cc 1.020', '1 020 304', 'tx-77', 'TX77', 'tx 77', 'ü9', 'Ü-9'],
  ...['jose 1020304', '77 munoz', 'munoz tx-77'],
])('"%s" finds it', (typed) => {
  expect(finds(typed)).toBe(true);
});

test.each(['maria', 'jose maria', 'tx-9', 'x-20', 'u-1', '1020305', '1.020.305', 'jose 55', '77 maria'])('"%s" does not', (typed) => {
  expect(finds(typed)).toBe(false);
});
