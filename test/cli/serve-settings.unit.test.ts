/** The settings of `serve` from the environment: each variable sets its own member. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { serveSettings } from '../support/doors/cli.ts';
import { serviceSettingsSchema } from '../support/doors/domain.ts';

const cwd = resolve('/srv/station');
const stored = serviceSettingsSchema.parse({});
const settingsOf = (env: NodeJS.ProcessEnv) => serveSettings(stored, undefined, {}, { env, cwd });

test.each([
  ['STATION_SERVICE_HOST', '192.0.2.1', { host: '192.0.2.1' }],
  ['STATION_SERVICE_PORT', '9443', { port: 9_443 }],
  ['STATION_SERVICE_TRANSPORT', 'proxy', { transport: 'proxy' }],
  ['STATION_SERVICE_PKCS12', 'service.p12', { pkcs12File: resolve(cwd, 'service.p12'), transport: 'pkcs12' }],
  ['STATION_SERVICE_ALLOWED', '192.0.2.0/24, 198.51.100.7', { allowed: ['192.0.2.0/24', '198.51.100.7'] }],
  ['STATION_SERVICE_PROXIES', '203.0.113.1,203.0.113.2', { proxies: ['203.0.113.1', '203.0.113.2'] }],
  ['STATION_SERVICE_TOKEN_MINUTES', '7', { tokenMinutes: 7 }],
  ['STATION_SERVICE_BODY_MIB', '3', { bodyMiB: 3 }],
  ['STATION_SERVICE_PUBLISH', 'to-sign', { watchedFolder: resolve(cwd, 'to-sign') }],
  ['STATION_SERVICE_PUBLISH_KEY', 'transaction', { watchedKey: 'transaction' }],
  ['STATION_SERVICE_PUBLISH_ONCE', 'yes', { watchedOnce: true }],
  ['STATION_SERVICE_PUBLISH_ONCE', '0', { watchedOnce: false }],
])('%s=%s', async (variable, value, set) => {
  expect(await settingsOf({ [variable]: value })).toEqual({ ...stored, enabled: true, ...set });
});

test('the two files of a certificate are set together', async () => {
  expect(await settingsOf({ STATION_SERVICE_CERTIFICATE: 'service.pem', STATION_SERVICE_KEY: 'key.pem' })).toEqual({
    ...stored,
    ...{ enabled: true, transport: 'files', certificateFile: resolve(cwd, 'service.pem'), keyFile: resolve(cwd, 'key.pem') },
  });
});
