/** The user whom the environment names for `serve`, whose password can be read anew where it stands in a file. */

import { minPasswordLength, usernameSchema } from '../../shared/domain/web-service.ts';
import type { WebService } from '../features/web-service/web-service.ts';
import type { CommandIo } from './io.ts';
import { readHours, usualHours } from './old-password-hours.ts';
import { secretsFromFiles } from './secret-files.ts';
import { type ServiceCredentials, serviceCredentials } from './service-credentials.ts';
import { WrongUse } from './wrong-use.ts';

export type ServeUser = {
  /** The password before goes on for the hours that the environment says. Nothing where it names no user. */
  provide(users: WebService['users']): Promise<void>;
  /** The same with what the file holds now. @throws WrongUse, StationError; then all stays as it was */
  provideAnew(users: WebService['users']): Promise<void>;
};

/** Reads it and deletes it from the environment. @throws WrongUse */
export async function readServeUser({ env, cwd }: Pick<CommandIo, 'env' | 'cwd'>): Promise<ServeUser> {
  const { STATION_SERVICE_USERNAME, STATION_SERVICE_PASSWORD_FILE, STATION_SERVICE_OLD_PASSWORD_HOURS } = env;
  const hours = hoursOf(STATION_SERVICE_OLD_PASSWORD_HOURS);
  let first = await read({ env, cwd });
  const provide = async (users: WebService['users'], user: ServiceCredentials | null) => {
    if (user) await users.provide(user.username, user.password, hours);
  };
  return {
    async provide(users) {
      await provide(users, first);
      first = null;
    },
    async provideAnew(users) {
      if (!STATION_SERVICE_PASSWORD_FILE) throw new WrongUse('nothing-to-read-anew');
      await provide(users, await read({ env: { STATION_SERVICE_USERNAME, STATION_SERVICE_PASSWORD_FILE }, cwd }));
    },
  };
}

/** A password that somebody chose is held to the same least length as everywhere. @throws WrongUse */
async function read(io: Pick<CommandIo, 'env' | 'cwd'>): Promise<ServiceCredentials | null> {
  await secretsFromFiles(['STATION_SERVICE_PASSWORD'], io);
  const credentials = serviceCredentials(io.env);
  if (credentials && !usernameSchema.safeParse(credentials.username).success) throw new WrongUse('service-username-malformed');
  if (credentials && credentials.password.length < minPasswordLength)
    throw new WrongUse('service-password-short', { least: minPasswordLength });
  return credentials;
}

/** @throws WrongUse */
function hoursOf(text: string | undefined): number {
  const given = text?.trim();
  if (!given) return usualHours;
  const hours = readHours(given);
  if (hours === null) throw new WrongUse('variable-invalid', { variable: 'STATION_SERVICE_OLD_PASSWORD_HOURS' });
  return hours;
}
