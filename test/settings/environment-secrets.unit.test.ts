import { expect, it } from 'vitest';
import { environmentSecrets } from '../support/doors/keychain.ts';

it('takes the secrets out of the environment and leaves the rest', () => {
  const environment = { STATION_CLIENT_SECRET: 'a', STATION_SEARCH_API_KEY: '', STATION_VALIDATION_API_KEY: 'c', PATH: '/bin' };
  expect(environmentSecrets(environment)).toEqual({ clientSecret: 'a', validationApiKey: 'c' });
  expect(environment).toEqual({ PATH: '/bin' });
});
