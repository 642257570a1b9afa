/** The user of the web service that the environment of `serve` names. A password in a file can be reloaded. */
import { minPasswordLength, usernameSchema } from '../../../../shared/domain/web-service/web-service.ts';
import type { WebService } from '../../../features/web-service/web-service.ts';
import type { CommandIo } from '../../support/io.ts';
import { defaultOldPasswordHours, maxOldPasswordHours, readCountVariable } from '../../support/read-values.ts';
import { type ServiceCredentials, secretsFromFiles, serviceCredentials } from '../../support/secrets.ts';
import { WrongUse } from '../../support/wrong-use.ts';

type Provide = Pick<WebService['users'], 'provide'>;

export type ServeUser = {
  /** Sets the password. The old one stays valid for the hours of the environment. Does nothing without a user. */
  provide(users: Provide): Promise<void>;
  /** Sets the password that the file has now. @throws WrongUse, StationError; then nothing changes */
  reload(users: Provide): Promise<void>;
};

/** Reads the user, and deletes name and password from the environment. @throws WrongUse */
export async function readServeUser({ env, cwd }: Pick<CommandIo, 'env' | 'cwd'>): Promise<ServeUser> {
  const { STATION_SERVICE_USERNAME, STATION_SERVICE_PASSWORD_FILE } = env;
  const hours = readCountVariable('STATION_SERVICE_OLD_PASSWORD_HOURS', env, maxOldPasswordHours) ?? defaultOldPasswordHours;
  let first = await read({ env, cwd });
  const provide = async (users: Provide, user: ServiceCredentials | null) => {
    if (user) await users.provide(user.username, user.password, hours);
  };
  return {
    async provide(users) {
      await provide(users, first);
      first = null;
    },
    async reload(users) {
      if (!STATION_SERVICE_PASSWORD_FILE) throw new WrongUse('nothing-to-reload');
      await provide(users, await read({ env: { STATION_SERVICE_USERNAME, STATION_SERVICE_PASSWORD_FILE }, cwd }));
    },
  };
}

/** Reads the user of the environment; refuses a malformed name and a short password. @throws WrongUse */
async function read(io: Pick<CommandIo, 'env' | 'cwd'>): Promise<ServiceCredentials | null> {
  const setAs = await secretsFromFiles(['STATION_SERVICE_PASSWORD'], io);
  const credentials = serviceCredentials(io.env);
  if (credentials && !usernameSchema.safeParse(credentials.username).success) throw new WrongUse('service-username-malformed');
  if (credentials && credentials.password.length < minPasswordLength)
    throw new WrongUse('service-password-short', { variable: setAs('STATION_SERVICE_PASSWORD'), min: minPasswordLength });
  return credentials;
}
