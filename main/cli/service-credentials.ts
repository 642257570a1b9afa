/** User and password for the client's own web service, from the environment. */
import { WrongUse } from './wrong-use.ts';

export type ServiceCredentials = { username: string; password: string };

/** Reads them and deletes them from the environment. Null: neither is there. @throws WrongUse */
export function serviceCredentials(env: NodeJS.ProcessEnv): ServiceCredentials | null {
  const { STATION_SERVICE_USERNAME: username, STATION_SERVICE_PASSWORD: password } = env;
  delete env.STATION_SERVICE_USERNAME;
  delete env.STATION_SERVICE_PASSWORD;
  if (!username && !password) return null;
  if (!username || !password) throw new WrongUse('service-credentials-half');
  return { username, password };
}
