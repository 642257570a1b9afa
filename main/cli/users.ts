/** `users`: who may call the client's own web service, on a server without a window. A password that is made here is printed once. */

import { formatTime } from '../../shared/domain/local-format.ts';
import type { ServiceUser } from '../../shared/domain/web-service.ts';
import type { WebService } from '../features/web-service/web-service.ts';
import type { Words } from '../platform/i18n/words.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { noProvider } from './provider-choice.ts';
import { aligned } from './table.ts';
import { readUsersOptions, type UsersOptions } from './users-options.ts';
import { WrongUse } from './wrong-use.ts';

type Users = WebService['users'];
/** `text`: what stands on stdout without `--json`; null for nothing. `said`: on stderr then. */
type Told = { json: object; text: string | null; said: string | null };

/** Needs neither profile nor secret, but the key of the data folder. A list that had to leave one out is not "all done". */
export async function users(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = readUsersOptions(argv);
  const { station, listCode } = await openStation({ dataDir: options.dataDir, provider: noProvider(io) }, io, words);
  try {
    // Without the key an empty list would pass for nobody, and a user who is added would be gone with this command.
    if (station.screening.state().memoryOnly) throw new WrongUse('users-no-key');
    const { json, text, said } = await run(options, station.service.users, words);
    if (options.json) await io.out(`${JSON.stringify(json, null, 2)}\n`);
    else {
      if (text !== null) await io.out(`${text}\n`);
      if (said !== null) await io.err(`${said}\n`);
    }
    return options.subcommand === 'list' ? listCode : exitCodes.allDone;
  } finally {
    await station.close();
  }
}

async function run(options: UsersOptions, all: Users, words: Words): Promise<Told> {
  if (options.subcommand === 'list') return listed(all.users(), words);
  const { subcommand, name } = options;
  if (subcommand === 'add') {
    const { user, password } = await all.add(name);
    return { json: { username: user.username, password }, text: password, said: words.say('users.added') };
  }
  const { id, username } = named(all, name);
  if (subcommand === 'renew') {
    const { user, password } = await all.renew(id, options.hours);
    const until = user.passwords[1]?.until ?? null;
    const said = until === null ? words.say('users.renewed-at-once') : words.say('users.renewed', { until: timeIn(words, until) });
    return { json: { username, password, until }, text: password, said };
  }
  if (subcommand === 'revoke') {
    const revoked = all.revoke(id);
    return { json: { username, revoked }, text: null, said: words.say('users.revoked', { count: revoked }) };
  }
  all.remove(id);
  return { json: { username, removed: true }, text: null, said: words.say('users.removed') };
}

/** The name in any case, as at the service itself. @throws WrongUse */
function named(all: Users, name: string): ServiceUser {
  const wanted = name.toLowerCase();
  const user = all.users().find(({ username }) => username.toLowerCase() === wanted);
  if (!user) throw new WrongUse('user-unknown');
  return user;
}

function listed(found: readonly ServiceUser[], words: Words): Told {
  const shown = found.map(({ username, createdAt, passwords, tokens, lastToken }) => ({
    username,
    createdAt,
    passwords,
    tokens,
    lastToken,
  }));
  const head = ['name', 'since', 'old-until', 'tokens', 'last-token'].map((column) => words.say(`users.${column}`));
  const rows = shown.map(({ username, passwords: [newest, before], tokens, lastToken }) => [
    username,
    newest ? timeIn(words, newest.since) : '—',
    before?.until ? timeIn(words, before.until) : '—',
    String(tokens),
    lastToken === null ? '—' : timeIn(words, lastToken),
  ]);
  return { json: { users: shown }, text: aligned([head, ...rows]).join('\n'), said: null };
}

const timeIn = ({ language }: Words, at: string): string => formatTime(at, 'shortSeconds', language);
