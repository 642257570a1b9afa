import { expect, test } from 'vitest';
import { aligned } from '../support/doors/cli.ts';

test('columns are aligned by what a person counts as characters; the last one is left as it is', () => {
  expect(
    aligned([
      ['a', 'state', 'result'],
      ['Pen\u0303a 📄', '1', 'a long reason'],
      ['', '', ''],
    ]),
  ).toEqual(['a       state  result', 'Pen\u0303a 📄  1      a long reason', '               ']);
});
