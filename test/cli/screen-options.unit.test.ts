import { describe, expect, test } from 'vitest';
import { screen, screenOptions, WrongUse } from '../support/doors/cli.ts';

const list = (...more: string[]) => ['--csv', 'a.csv', '--out', 'b.csv', ...more];
const readScreenOptions = async (argv: string[]) => {
  const call = screen.read(argv);
  return { json: call.values.json ?? false, ...(await screenOptions(call)) };
};
const refusalOf = async (argv: string[]) => {
  try {
    await readScreenOptions(argv);
    return 'taken';
  } catch (thrown) {
    if (!(thrown instanceof WrongUse)) throw thrown;
    return [thrown.key, thrown.gaps.option ?? thrown.gaps.command].filter((part) => part !== undefined).join(' ');
  }
};

describe('wrong use', () => {
  test.each([
    [[], 'name-or-csv-missing'],
    [['--name', '  '], 'name-or-csv-missing'],
    [['--name'], 'value-missing --name'],
    [['--name', '--json'], 'value-missing --name'],
    [['--id', '1'], 'name-or-csv-missing'],
    [['--name', 'x'.repeat(301)], 'too-long --name'],
    [['--name', 'Ana', '--id', '1'.repeat(61)], 'too-long --id'],
    [['--name', 'Ana', 'Ruiz'], 'arguments-not-taken screen'],
    [['--name', 'Ana', '--out', 'b.csv'], 'only-with-csv --out'],
    [['--name', 'Ana', '--concurrency', '2'], 'only-with-csv --concurrency'],
    [['--name', 'Ana', '--header', 'no'], 'only-with-csv --header'],
    [['--name', 'Ana', '--judicial=yes'], 'value-not-taken --judicial'],
    [['--name', 'Ana', '--api-key', 'k'], 'unknown-option --api-key'],
    [['--csv', 'a.csv'], 'out-missing'],
    [list('--name', 'Ana'), 'not-with-csv --name'],
    [list('--id', '1'), 'not-with-csv --id'],
    [list('--keep'), 'not-with-csv --keep'],
    [list('--separator', '::'), 'separator-malformed'],
    [list('--separator', '\n'), 'separator-malformed'],
    [list('--quote', "''"), 'quote-malformed'],
    [list('--quote', ';', '--separator', ';'), 'quote-malformed'],
    [list('--encoding', 'latin1'), 'encoding-malformed'],
    [['--name', 'Ana', '--quote', 'none'], 'only-with-csv --quote'],
    [['--name', 'Ana', '--encoding', 'utf-8'], 'only-with-csv --encoding'],
    [['--name', 'Ana', '--sheet', 'x'], 'only-with-csv --sheet'],
    [list('--header', 'maybe'), 'header-malformed'],
    [list('--surname-first-where', 'type'), 'surname-first-where-malformed'],
    [list('--surname-first-where', '=x'), 'surname-first-where-malformed'],
    [list('--concurrency', '0'), 'not-a-count --concurrency'],
    [list('--concurrency', '33'), 'not-a-count --concurrency'],
    [list('--concurrency', '2.5'), 'not-a-count --concurrency'],
    [list('--per-minute', '-1'), 'not-a-count --per-minute'],
  ])('%j: %s', async (argv, refusal) => expect(await refusalOf(argv)).toBe(refusal));
});

test('a single screening has no blanks around name and identification', async () => {
  expect(await readScreenOptions(['--name', ' Ana Ruiz ', '--id', ' 1 ', '--procurator', '--keep', '--json'])).toMatchObject({
    json: true,
    one: { keep: true, query: { name: 'Ana Ruiz', identification: '1', judicial: false, procurator: true } },
  });
});

test('a list has only the options of the arguments; the file and the profile decide the others', async () => {
  const nothing = { nameColumns: null, idColumn: null, surnameFirst: null, surnameFirstWhere: null, reading: {} };
  expect(await readScreenOptions(list())).toMatchObject({ json: false, list: { ...nothing, concurrency: null, perMinute: null } });
  const said = list(
    '--separator',
    'tab',
    '--quote',
    'none',
    '--encoding',
    'utf-16le',
    '--sheet',
    'Hoja 2',
    '--header',
    'no',
    '--surname-first-where',
    ' type = a=b ',
    '--per-minute',
    '0',
    '--concurrency',
    '32',
  );
  expect(await readScreenOptions(said)).toMatchObject({
    list: {
      reading: { separator: '\t', quote: '', encoding: 'utf-16le', sheet: 'Hoja 2', header: false },
      surnameFirst: true,
      surnameFirstWhere: { column: 'type', value: 'a=b' },
      perMinute: 0,
      concurrency: 32,
    },
  });
});
