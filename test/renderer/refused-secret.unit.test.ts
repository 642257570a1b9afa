/** A secret of a profile's form that main refuses is typed input: a person who cancels is asked, from the moment of the refusal. */
import { afterAll, expect, test, vi } from 'vitest';
import { profileSchema } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { formOf, saveProfile, startNew, typeForm, typeSecret, useSettings } from '../support/doors/renderer/settings.ts';

const signing = { authUrl: 'https://auth.example', baseUrl: 'https://api.example', clientId: 'c', accountId: 'a', projectId: 'p' };
const profile = { id: '5bd14cfd-9c62-4c89-9500-fd48d61660d1', ...profileSchema.parse({ name: 'Main branch', signing }) };
const never = new Promise<never>(() => undefined);

afterAll(() => vi.unstubAllGlobals());

test('a refused secret is input while the list of profiles is still loaded', async () => {
  const refused = vi.fn(async () => ({ ok: false, problem: problem('secret-too-long') }));
  const invoke = {
    'profiles.save': async () => ({ ok: true, value: { profile, secretsSet: [] } }),
    'secrets.set': refused,
    'profiles.list': () => never,
  };
  vi.stubGlobal('window', { station: { invoke, on: {} } });
  startNew();
  typeForm(formOf(profile));
  typeSecret('clientSecret', 'much too long');
  void saveProfile();
  await expect.poll(() => refused.mock.calls.length).toBe(1);
  await new Promise((next) => setImmediate(next));
  expect(useSettings.getState().editing).toMatchObject({ id: profile.id, touched: true });
});
