/** The options of `practice push` and `practice fetch`, read and checked. */
import { type MisbehaviourName, misbehaviours } from '../../practice/caller/misbehaviours.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { type Read, readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

export type PracticeCall = { to: string; ca: string | null; json: boolean };
export type PracticePush = PracticeCall & {
  count: number;
  perSecond: number | undefined;
  transaction: string | null;
  again: boolean;
  alsoChanged: boolean;
  /** Done wrong at every push. */
  how: MisbehaviourName | null;
  /** Something of each kind now and then. */
  mix: boolean;
};
export type PracticeFetch = PracticeCall & { idNumber: string | null; transaction: string | null; uid: string | null; out: string | null };

const callOptions = { ...commonOptions, to: 'string', ca: 'string', transaction: 'string' } as const;
const pushOptions = {
  ...callOptions,
  ...({ count: 'string', 'per-second': 'string', changed: 'boolean', again: 'boolean', how: 'string', mix: 'boolean' } as const),
} as const;
const fetchOptions = { ...callOptions, 'id-number': 'string', uid: 'string', out: 'string' } as const;
const most = { count: 1_000_000, perSecond: 1000 };

/** @throws WrongUse */
export function readPracticePush(argv: readonly string[]): PracticePush {
  const { values, rest } = readArguments(argv, pushOptions);
  const call = readCall('practice push', values, rest);
  if (values.transaction !== undefined && (values.count ?? values['per-second']) !== undefined)
    throw new WrongUse('count-with-transaction');
  if (values.mix && (values.transaction ?? values.how) !== undefined) throw new WrongUse('mix-alone');
  return {
    ...call,
    count: numberOf('--count', values.count, most.count) ?? 1,
    perSecond: numberOf('--per-second', values['per-second'], most.perSecond),
    transaction: values.transaction ?? null,
    again: values.again ?? false,
    alsoChanged: values.changed ?? false,
    how: howOf(values.how),
    mix: values.mix ?? false,
  };
}

/** @throws WrongUse */
export function readPracticeFetch(argv: readonly string[]): PracticeFetch {
  const { values, rest } = readArguments(argv, fetchOptions);
  const call = readCall('practice fetch', values, rest);
  const { transaction = null, uid = null, out = null } = values;
  const idNumber = values['id-number'] ?? null;
  if ((idNumber ?? transaction ?? uid) === null) throw new WrongUse('fetch-for-whom');
  return { ...call, idNumber, transaction, uid, out };
}

function readCall(command: string, values: Read<typeof callOptions>['values'], rest: readonly string[]): PracticeCall {
  checkLanguage(values.lang);
  if (rest.length > 0) throw new WrongUse('arguments-not-taken', { command });
  if (values.to === undefined) throw new WrongUse('to-missing');
  const to = URL.parse(values.to);
  // Credentials in an address would be on the command line.
  if (!to || !/^https?:$/.test(to.protocol) || to.username || to.password || to.search || to.hash) throw new WrongUse('to-malformed');
  return { to: to.href, ca: values.ca ?? null, json: values.json ?? false };
}

function howOf(text: string | undefined): MisbehaviourName | null {
  if (text === undefined) return null;
  const names = Object.keys(misbehaviours) as MisbehaviourName[];
  const name = names.find((one) => one === text);
  if (name === undefined) throw new WrongUse('how-unknown', { names: names.join(', ') });
  return name;
}

function numberOf(option: string, text: string | undefined, upTo: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > upTo) throw new WrongUse('not-a-count', { option, least: 1, most: upTo });
  return number;
}
