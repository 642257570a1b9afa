/** The arguments of `users`, read and checked. */
import { usernameSchema } from '../../shared/domain/web-service.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { maxHours, readHours, usualHours } from './old-password-hours.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

const named = ['add', 'renew', 'revoke', 'remove'] as const;

export type UsersOptions = { json: boolean; dataDir: string | undefined } & (
  | { subcommand: 'list' }
  | { subcommand: Exclude<(typeof named)[number], 'renew'>; name: string }
  | { subcommand: 'renew'; name: string; hours: number }
);

/** @throws WrongUse */
export function readUsersOptions(argv: readonly string[]): UsersOptions {
  const { values, rest } = readArguments(argv, { ...commonOptions, hours: 'string' });
  checkLanguage(values.lang);
  const [first, name, ...more] = rest;
  const common = { json: values.json ?? false, dataDir: values['data-dir'] };
  if (values.hours !== undefined && first !== 'renew') throw new WrongUse('hours-only-renew');
  if (first === 'list') {
    if (name !== undefined) throw new WrongUse('arguments-not-taken', { command: 'users list' });
    return { ...common, subcommand: 'list' };
  }
  const subcommand = named.find((one) => one === first);
  if (!subcommand) throw new WrongUse('users-what');
  if (name === undefined || more.length > 0) throw new WrongUse('user-one-name', { command: `users ${subcommand}` });
  const checked = usernameSchema.safeParse(name);
  if (!checked.success) throw new WrongUse('user-name-malformed');
  if (subcommand !== 'renew') return { ...common, subcommand, name: checked.data };
  const hours = values.hours === undefined ? usualHours : readHours(values.hours);
  if (hours === null) throw new WrongUse('not-a-count', { option: '--hours', least: 0, most: maxHours });
  return { ...common, subcommand, name: checked.data, hours };
}
