/** `screen`: one person on the risk lists, or a list of persons from a file. `screen/` asks and prints. */
import type { TableOptions } from '../../../shared/domain/screening/bulk-screening.ts';
import type { ScreeningQuery } from '../../../shared/domain/screening/screening.ts';
import { type Call, type Declaration, defineCommand } from '../support/command.ts';
import { readCount } from '../support/read-values.ts';
import { WrongUse } from '../support/wrong-use.ts';
import type { ListOptions } from './screen/screen-list.ts';
import type { OneOptions } from './screen/screen-one.ts';

/** Those of `bulk-screening.ts`, which is not loaded for the help. */
const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const satisfies readonly TableOptions['encoding'][];
const ofOne = { forms: ['one'], misplaced: 'not-with-csv' } as const;
const ofList = { forms: ['list'], misplaced: 'only-with-csv' } as const;

const declaration = {
  name: 'screen',
  forms: { one: {}, list: {} },
  formOf: ({ csv }) => (csv === undefined ? 'one' : 'list'),
  options: {
    name: { value: 'name', personal: true, required: true, ...ofOne },
    id: { value: 'identification', personal: true, ...ofOne },
    csv: { value: 'list', required: true, ...ofList },
    out: { value: 'results', required: true, ...ofList },
    judicial: {},
    procurator: {},
    keep: ofOne,
    'name-column': { value: 'column', ...ofList },
    'id-column': { value: 'column', ...ofList },
    'surname-first': ofList,
    'surname-first-where': { value: 'column-value', ...ofList },
    separator: { value: 'character', ...ofList },
    quote: { value: 'character-or-none', ...ofList },
    encoding: { value: encodings, ...ofList },
    sheet: { value: 'name', ...ofList },
    header: { value: ['yes', 'no'], ...ofList },
    concurrency: { value: 'number', ...ofList },
    'per-minute': { value: 'number', ...ofList },
  },
} as const satisfies Declaration;

type ScreenCall = Call<typeof declaration>;
type Values = ScreenCall['values'];
export type ScreenOptions = { one: OneOptions } | { list: ListOptions };

export const screen = defineCommand(declaration, async (call, io) => {
  const options = await screenOptions(call);
  const { practice, 'profile-file': profileFile, 'data-dir': dataDir, json = false } = call.values;
  const { chooseProvider, demandSection } = await import('../support/provider-choice.ts');
  const { withStation } = await import('../support/open-station.ts');
  const provider = await chooseProvider({ practice, profileFile, section: 'search' }, io);
  return withStation({ dataDir, provider }, io, async ({ station }) => {
    await demandSection(station, provider, 'search');
    return 'one' in options
      ? (await import('./screen/screen-one.ts')).screenOne(station, options.one, json, io)
      : (await import('./screen/screen-list.ts')).screenList(station, options.list, json, io);
  });
});

/** @throws WrongUse */
export async function screenOptions({ values }: ScreenCall): Promise<ScreenOptions> {
  const { csv, judicial = false, procurator = false } = values;
  return csv === undefined
    ? { one: { query: { ...(await readPerson(values)), judicial, procurator }, keep: values.keep ?? false } }
    : { list: { csv, judicial, procurator, ...readList(values) } };
}

async function readPerson({ name: typed, id = '' }: Values): Promise<Pick<ScreeningQuery, 'name' | 'identification'>> {
  const { maxLengths } = await import('../../../shared/domain/screening/screening.ts');
  const [name, identification] = [typed?.trim() ?? '', id.trim()];
  if (name === '') throw new WrongUse('name-or-csv-missing');
  if (name.length > maxLengths.name) throw new WrongUse('too-long', { option: '--name', limit: maxLengths.name });
  if (identification.length > maxLengths.identification)
    throw new WrongUse('too-long', { option: '--id', limit: maxLengths.identification });
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
    concurrency: readCount('--concurrency', values.concurrency, 1, 32) ?? null,
    perMinute: readCount('--per-minute', values['per-minute'], 0, 100_000) ?? null,
  };
}

function readReading({ header, sheet, ...values }: Values): Partial<TableOptions> {
  const separator = values.separator === 'tab' ? '\t' : values.separator;
  const quote = values.quote === 'none' ? '' : values.quote;
  const encoding = encodings.find((one) => one === values.encoding);
  if (separator !== undefined && !isCharacter(separator)) throw new WrongUse('separator-malformed');
  if (quote !== undefined && quote !== '' && (!isCharacter(quote) || quote === separator)) throw new WrongUse('quote-malformed');
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

/** One character, and not a line end. */
const isCharacter = (text: string): boolean => text.length === 1 && !/[\r\n]/.test(text);
