/** `users`: who may call the client's own web service, on a server without a window. A generated password is printed once. */

import type { HubUsers } from '../../../hub/access.ts';
import { localMoment } from '../../../shared/domain/local-format.ts';
import type { ServiceUser } from '../../../shared/domain/web-service/web-service.ts';
import type { WebService } from '../../features/web-service/web-service.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { type Call, defineCommand } from '../support/command.ts';
import { exitCodes } from '../support/exit-codes.ts';
import { type Printed, print } from '../support/io.ts';
import { defaultOldPasswordHours, isHub, maxOldPasswordHours, readCount } from '../support/read-values.ts';
import { titledTable } from '../support/table.ts';
import { WrongUse } from '../support/wrong-use.ts';

const user = { takes: 'user', one: 'user-one-name' } as const;
const declaration = {
  name: 'users',
  subcommands: true,
  forms: { list: {}, add: user, renew: user, revoke: user, remove: user },
  options: { hours: { value: 'number', forms: ['renew'], misplaced: 'hours-only-renew' } },
} as const;

type Users = WebService['users'] | HubUsers;
type UsersOptions = { form: keyof (typeof declaration)['forms']; name: string; hours: number };

/** Needs neither profile nor secret, but the key of the data folder, or of the hub while that runs or not. An incomplete list does not end with 0. */
export const users = defineCommand(declaration, async (call, io) => {
  const options = await usersOptions(call);
  if (isHub(io.env)) {
    const { withHub } = await import('../support/with-hub.ts');
    const { openHubAccess } = await import('../../../hub/access.ts');
    // It issues no tokens.
    return withHub(call.values, io, (hub) => run(options, openHubAccess({ ...hub, minutes: () => 0 }), io.words));
  }
  const { withStoredData } = await import('../support/open-station.ts');
  // Without the key a new user would be gone with this command.
  return withStoredData(
    { dataDir: call.values['data-dir'], noKey: 'users-no-key', lists: options.form === 'list' },
    io,
    async ({ station, listCode }) => {
      await print(await run(options, station.service.users, io.words), call.values.json, io);
      return options.form === 'list' ? listCode : exitCodes.allDone;
    },
  );
});

/** @throws WrongUse */
async function usersOptions({ form, argument, values }: Call<typeof declaration>): Promise<UsersOptions> {
  if (form === 'list') return { form, name: '', hours: 0 };
  const { usernameSchema } = await import('../../../shared/domain/web-service/web-service.ts');
  const checked = usernameSchema.safeParse(argument);
  if (!checked.success) throw new WrongUse('user-name-malformed');
  return { form, name: checked.data, hours: readCount('--hours', values.hours, 0, maxOldPasswordHours) ?? defaultOldPasswordHours };
}

async function run(options: UsersOptions, all: Users, words: Words): Promise<Printed> {
  if (options.form === 'list') return listed(await all.users(), words);
  const { form, name } = options;
  if (form === 'add') {
    const { user, password } = await all.add(name);
    return { json: { username: user.username, password }, text: password, note: words.say('users.added') };
  }
  const { id, username } = named(await all.users(), name);
  if (form === 'renew') {
    const { user, password } = await all.renew(id, options.hours);
    const until = user.passwords[1]?.until ?? null;
    const note = until === null ? words.say('users.renewed-at-once') : words.say('users.renewed', { until: localMoment(until) });
    return { json: { username, password, until }, text: password, note };
  }
  if (form === 'revoke') {
    const revoked = await all.revoke(id);
    return { json: { username, revoked }, note: words.say('users.revoked', { count: revoked }) };
  }
  await all.remove(id);
  return { json: { username, removed: true }, note: words.say('users.removed') };
}

/** Finds a user by name, in upper or lower case, as the service does. @throws WrongUse */
function named(all: readonly ServiceUser[], name: string): ServiceUser {
  const wanted = name.toLowerCase();
  const user = all.find(({ username }) => username.toLowerCase() === wanted);
  if (!user) throw new WrongUse('user-unknown');
  return user;
}

function listed(found: readonly ServiceUser[], words: Words): Printed {
  const shown = found.map(({ username, createdAt, passwords, tokens, lastToken }) => ({
    username,
    createdAt,
    passwords,
    tokens,
    lastToken,
  }));
  const rows = shown.map(({ username, passwords: [newest, before], tokens, lastToken }) => [
    username,
    newest ? localMoment(newest.since) : '—',
    before?.until ? localMoment(before.until) : '—',
    String(tokens),
    lastToken === null ? '—' : localMoment(lastToken),
  ]);
  return { json: { users: shown }, text: titledTable(words, 'users', ['name', 'since', 'old-until', 'tokens', 'last-token'], rows) };
}
