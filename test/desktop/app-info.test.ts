/** What the page knows of the application as a whole. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { appInfo } from '../support/doors/desktop.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { buildStation } from '../support/station.ts';

test('is complete when the station closes before the keychain has answered', async () => {
  const keychain = memoryKeychain();
  const answer = Promise.withResolvers<void>();
  const get: typeof keychain.get = (account) => answer.promise.then(() => keychain.get(account));
  const station = await buildStation({ keychain: { ...keychain, get }, vaultKey: randomBytes(32), provider: 'none' });
  const settings = station.settings.settings();
  const info = appInfo(station);
  await station.close();
  answer.resolve();
  expect(await info).toMatchObject({ keychainProblem: null, notices: [], settings });
});
