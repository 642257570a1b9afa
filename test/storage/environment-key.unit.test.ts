import { expect, it } from 'vitest';
import { environmentVaultKey } from '../support/doors/keychain.ts';
import { fc } from '../support/runner/property.ts';

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));

it('removes 32 bytes of base64, standard or URL-safe, padded or not, from the environment', () => {
  const forms = (key: Buffer) => [
    key.toString('base64'),
    key.toString('base64').replace('=', ''),
    key.toString('base64url'),
    `${key.toString('base64url')}=`,
  ];
  fc.assert(
    fc.property(keys, (key) => {
      for (const text of forms(key)) {
        const environment = { STATION_VAULT_KEY: text, PATH: '/bin' };
        expect(environmentVaultKey(environment)).toEqual({ key });
        expect(environment).toEqual({ PATH: '/bin' });
      }
    }),
  );
});

it('returns null when there is none, or an empty one', () => {
  expect(environmentVaultKey({})).toBeNull();
  expect(environmentVaultKey({ STATION_VAULT_KEY: '' })).toBeNull();
});

it('reports everything else as malformed without its value, and removes it too', () => {
  const key = Buffer.alloc(32, 0xfb).toString('base64');
  const wrong = [
    Buffer.alloc(31).toString('base64'),
    Buffer.alloc(33).toString('base64'),
    Buffer.alloc(32).toString('hex'),
    `${key} `,
    `${key}=`,
    `${key}\n`,
    key.replace('/', '_'),
    `${key.slice(0, -2)}9=`,
    'x',
  ];
  for (const text of wrong) {
    const environment = { STATION_VAULT_KEY: text };
    expect([text, environmentVaultKey(environment)]).toEqual([text, { malformed: true }]);
    expect(environment).toEqual({});
  }
});
