/** `placement find` against the practice provider over a socket. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/cli/run-cli.ts';
import { placementConventionSchema, profileSchema } from '../support/doors/domain.ts';
import { identityOf } from '../support/doors/storage.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { buildStation, startProvider } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';

const counted = { unit: 'pixel', dpi: 150, origin: 'top-left', box: 'media', rotation: 'user-space', pageBase: 0 } as const;

test('prints the setting as a profile file has it, 0; with why there is none, 4; says before it sends what it may cost', async () => {
  const provider = await startProvider({ placement: counted });
  const folder = await tempDir();
  const { signing, ...profile } = profileSchema.parse(provider.profile);
  const file = await writeFile(folder, 'profile.json', JSON.stringify({ ...profile, signing: { ...signing, placement: {} } }));
  const env = { STATION_VAULT_KEY: randomBytes(32).toString('base64'), STATION_CLIENT_SECRET: provider.secrets.clientSecret ?? '' };
  const find = (...args: string[]) =>
    runHere(['placement', 'find', ...args, '--profile-file', file, '--data-dir', join(folder, 'data')], folder, env);

  const found = await find('--client-info', 'TRX-1', '--json');
  expect(found.code).toBe(0);
  expect(JSON.parse(found.stdout)).toMatchObject({ placement: counted, unchanged: false, alike: [], saved: false, code: null });
  expect(found.stderr).toBe(
    'The provider signs the test documents for real, and may charge for each. Ctrl+C stops.\n' +
      'Test document 1 is with the provider.\nTest document 2 is with the provider.\n',
  );
  const shown = await find('--client-info', 'TRX-1');
  expect(JSON.parse(shown.stdout.slice(shown.stdout.indexOf('{')))).toEqual(counted);

  provider.misbehave('sign', { drop: 'before-answer' });
  const lost = await find('--client-info', 'TRX-1', '--json');
  expect(lost.code).toBe(4);
  expect(JSON.parse(lost.stdout)).toMatchObject({ placement: null, code: 'no-answer', inDoubt: true });
  expect(JSON.parse(lost.stdout).reason).toContain('charged');

  for (const args of [[], ['--client-info', 'T', '--use'], ['more', '--client-info', 'T']]) expect((await find(...args)).code).toBe(2);
});

test('--use sets the active profile', async () => {
  const provider = await startProvider({ placement: counted });
  const vaultKey = randomBytes(32);
  const station = await buildStation({
    provider,
    signing: { placement: placementConventionSchema.parse({}) },
    stored: true,
    vaultKey,
    fileIdentity: identityOf,
  });
  const env = { STATION_VAULT_KEY: vaultKey.toString('base64'), STATION_CLIENT_SECRET: provider.secrets.clientSecret ?? '' };
  await station.close();
  const run = await runHere(
    ['placement', 'find', '--client-info', 'T', '--use', '--json', '--data-dir', station.dataDir],
    station.folder,
    env,
  );
  expect([run.code, JSON.parse(run.stdout).saved]).toEqual([0, true]);
  await station.reopen();
  expect(station.settings.profile(station.profileId).signing?.placement).toEqual(counted);
});
