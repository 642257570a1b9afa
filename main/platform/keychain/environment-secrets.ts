/** Secrets of the command line, from the environment (design, section 6). */
import { type SecretName, secretNames } from '../../../shared/domain/profile.ts';

export const secretVariables: Record<SecretName, string> = {
  clientSecret: 'STATION_CLIENT_SECRET',
  searchApiKey: 'STATION_SEARCH_API_KEY',
  validationApiKey: 'STATION_VALIDATION_API_KEY',
};

/** Reads the secrets and deletes them from the environment, so that no child process inherits them. An empty one counts as absent. */
export function environmentSecrets(environment: NodeJS.ProcessEnv = process.env): Partial<Record<SecretName, string>> {
  const taken: Partial<Record<SecretName, string>> = {};
  for (const name of secretNames) {
    const value = environment[secretVariables[name]];
    if (value) taken[name] = value;
    delete environment[secretVariables[name]];
  }
  return taken;
}
