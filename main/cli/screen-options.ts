/** The options of `screen` (design, section 6), read and checked. */
import { encodings, type TableOptions } from '../../shared/domain/bulk-screening.ts';
import { longest, type ScreeningQuery } from '../../shared/domain/screening.ts';
import { commonOptions } from './common-options.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

const options = {
  ...commonOptions,
  name: 'string',
  id: 'string',
  judicial: 'boolean',
  procurator: 'boolean',
  keep: 'boolean',
  csv: 'string',
  out: 'string',
  'name-column': 'string',
  'id-column': 'string',
  'surname-first': 'boolean',
  'surname-first-where': 'string',
  separator: 'string',
  quote: 'string',
  encoding: 'string',
  sheet: 'string',
  header: 'string',
  concurrency: 'string',
  'per-minute': 'string',
} as const;
type Values = ReturnType<typeof readArguments<typeof options>>['values'];

export type OneOptions = { query: ScreeningQuery; keep: boolean };
export type ListOptions = {
  /** As given: relative ones count from the working folder. */
  csv: string;
  out: string;
  /** Titles of columns, or their places from 1, joined with `+`, as given; null: as the file suggests. */
  nameColumns: string | null;
  /** Likewise one; `0` for none. */
  idColumn: string | null;
  /** Null: as the file suggests. */
  surnameFirst: boolean | null;
  surnameFirstWhere: { column: string; value: string } | null;
  /** What is said of how the file is to be read; the rest is as the file suggests. */
  reading: Partial<TableOptions>;
  judicial: boolean;
  procurator: boolean;
  concurrency: number | null;
  perMinute: number | null;
};

export type ScreenOptions = { values: Values; json: boolean } & ({ one: OneOptions } | { list: ListOptions });

const ofOne = ['name', 'id', 'keep'] as const;
const ofLists = [
  'out',
  'name-column',
  'id-column',
  'surname-first',
  'surname-first-where',
  'separator',
  'quote',
  'encoding',
  'sheet',
  'header',
  'concurrency',
  'per-minute',
] as const;

/** @throws WrongUse */
export function readScreenOptions(argv: readonly string[]): ScreenOptions {
  const { values, rest } = readArguments(argv, options);
  if (rest.length > 0) throw new WrongUse('arguments-not-taken', { command: 'screen' });
  const judicial = values.judicial ?? false;
  const procurator = values.procurator ?? false;
  const common = { values, json: values.json ?? false };
  const { csv } = values;
  const strange = (csv === undefined ? ofLists : ofOne).find((name) => values[name] !== undefined);
  if (strange !== undefined) throw new WrongUse(csv === undefined ? 'only-with-csv' : 'not-with-csv', { option: `--${strange}` });
  return csv === undefined
    ? { ...common, one: { query: { ...readPerson(values), judicial, procurator }, keep: values.keep ?? false } }
    : { ...common, list: { csv, judicial, procurator, ...readList(values) } };
}

function readPerson({ name: typed, id = '' }: Values): Pick<ScreeningQuery, 'name' | 'identification'> {
  const [name, identification] = [typed?.trim() ?? '', id.trim()];
  if (name === '') throw new WrongUse('name-or-csv-missing');
  if (name.length > longest.name) throw new WrongUse('too-long', { option: '--name', limit: longest.name });
  if (identification.length > longest.identification) throw new WrongUse('too-long', { option: '--id', limit: longest.identification });
  return { name, identification };
}

function readList(values: Values): Omit<ListOptions, 'csv' | 'judicial' | 'procurator'> {
  const where = values['surname-first-where'];
  const at = where?.indexOf('=') ?? -1;
  if (values.out === undefined) throw new WrongUse('out-missing');
  if (where !== undefined && at < 1) throw new WrongUse('surname-first-where-malformed');
  return {
    out: values.out,
    nameColumns: values['name-column']?.trim() ?? null,
    idColumn: values['id-column']?.trim() ?? null,
    surnameFirst: where !== undefined || values['surname-first'] ? true : null,
    surnameFirstWhere: where === undefined ? null : { column: where.slice(0, at).trim(), value: where.slice(at + 1).trim() },
    reading: readReading(values),
    concurrency: count(values.concurrency, '--concurrency', 1, 32),
    perMinute: count(values['per-minute'], '--per-minute', 0, 100_000),
  };
}

function readReading({ header, sheet, ...values }: Values): Partial<TableOptions> {
  const separator = values.separator === 'tab' ? '\t' : values.separator;
  const quote = values.quote === 'none' ? '' : values.quote;
  const encoding = encodings.find((one) => one === values.encoding);
  if (separator !== undefined && !isSign(separator)) throw new WrongUse('separator-malformed');
  if (quote !== undefined && quote !== '' && (!isSign(quote) || quote === separator)) throw new WrongUse('quote-malformed');
  if (encoding !== values.encoding) throw new WrongUse('encoding-malformed', { encodings: encodings.join(', ') });
  if (header !== undefined && !/^(yes|no)$/.test(header)) throw new WrongUse('header-malformed');
  return {
    ...(separator !== undefined && { separator }),
    ...(quote !== undefined && { quote }),
    ...(encoding !== undefined && { encoding }),
    ...(sheet !== undefined && { sheet }),
    ...(header !== undefined && { header: header === 'yes' }),
  };
}

/** One character, which does not end a line. */
const isSign = (text: string): boolean => text.length === 1 && !/[\r\n]/.test(text);

function count(text: string | undefined, option: string, least: number, most: number): number | null {
  if (text === undefined) return null;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) throw new WrongUse('not-a-count', { option, least, most });
  return number;
}
