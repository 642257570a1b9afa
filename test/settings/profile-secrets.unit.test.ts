/** A stored secret belongs to the address that it was typed for, and no path of a CA file comes from the page. */
import { describe, expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import { createAccounts } from '../support/doors/app.ts';
import { dispatch, profileHandlers } from '../support/doors/desktop.ts';
import { profileSchema, secretAddresses } from '../support/doors/domain.ts';
import { createVault, memoryKeychain } from '../support/doors/keychain.ts';
import { openSettingsRepository } from '../support/doors/settings.ts';
import { type ChannelName, contract, type RequestOf } from '../support/doors/shared.ts';
import { openSettingsDatabase } from '../support/doors/storage.ts';
import { tempDir } from '../support/temp-dir.ts';

const typed = {
  name: 'Main branch',
  signing: { authUrl: 'https://auth.example', baseUrl: 'https://api.example/v1', clientId: 'c', accountId: 'a', projectId: 'p' },
  validation: { baseUrl: 'https://records.example' },
  search: { url: 'https://search.example/search', projectName: 'n' },
};
type Typed = typeof typed & { network?: object };

/** Calls the channels as the page does: the request is parsed, and so is the answer. */
async function settings(chosen: string | null = null) {
  const database = closing(openSettingsDatabase(await tempDir()));
  const store = openSettingsRepository(database, database);
  const vault = createVault(memoryKeychain());
  const handlers = profileHandlers({
    station: { settings: store, vault, testProfile: async () => ({ problem: null, unread: [] }), rotateKey: async () => {} },
    dialogs: { certificate: async () => chosen },
    settingsChanged: async () => {},
  });
  const call = async <C extends ChannelName & keyof typeof handlers>(channel: C, request?: unknown) => {
    const handler = handlers[channel] as (request: RequestOf<C>) => Promise<unknown>;
    const answer = await dispatch<RequestOf<C>, unknown>(contract[channel] as never, handler, request);
    if (!answer.ok) throw new Error(answer.problem.code);
    return answer.value as never;
  };
  const save = async (
    profile: Typed,
    more: object = {},
  ): Promise<{ profile: { id: string }; secretsSet: string[]; secretsElsewhere: string[] }> => call('profiles.save', { profile, ...more });
  const accounts = createAccounts({ choice: { kind: 'stored' }, settings: store, vault, practice: null as never });
  return {
    call,
    save,
    store,
    problem: (id: string) =>
      accounts
        .stored(id)
        .secret('clientSecret')
        .catch(({ problem }) => problem),
    secret: (id: string) =>
      accounts
        .stored(id)
        .secret('clientSecret')
        .catch(({ problem }) => problem.code),
  };
}

it('is reported as missing, or as typed for another address, with the name of its profile', async () => {
  const { call, problem, save } = await settings();
  const { id } = (await save(typed)).profile;
  expect(await problem(id)).toMatchObject({ code: 'secret-missing', detail: { secret: 'clientSecret', profile: 'Main branch' } });
  await call('secrets.set', { profileId: id, name: 'clientSecret', value: 'word' });
  await save({ ...typed, signing: { ...typed.signing, authUrl: 'https://auth.other' } }, { id });
  expect(await problem(id)).toMatchObject({ code: 'secret-for-other-address', detail: { profile: 'Main branch' } });
});

describe('a stored secret', () => {
  const { signing } = typed;
  it.each([
    ['scheme', { ...signing, authUrl: 'http://localhost' }],
    ['host', { ...signing, authUrl: 'https://auth.example.evil' }],
    ['port', { ...signing, authUrl: 'https://auth.example:8443' }],
    ['host that the token goes to', { ...signing, baseUrl: 'https://api.evil/v1' }],
  ])('is not used after a change of the %s until it is typed again', async (_what, moved) => {
    const { call, save, secret } = await settings();
    const { id } = (await save(typed)).profile;
    await call('secrets.set', { profileId: id, name: 'clientSecret', value: 'word' });
    await call('secrets.set', { profileId: id, name: 'searchApiKey', value: 'key' });
    expect(await secret(id)).toBe('word');
    const view = await save({ ...typed, signing: moved }, { id });
    expect([view.secretsSet, view.secretsElsewhere]).toEqual([['searchApiKey'], ['clientSecret']]);
    expect(await secret(id)).toBe('secret-for-other-address');
    await call('secrets.set', { profileId: id, name: 'clientSecret', value: 'word' });
    expect(await secret(id)).toBe('word');
  });

  it('is used after a change of the path, the host in other letters, and the port that is usual', async () => {
    const { call, save, secret } = await settings();
    const { id } = (await save(typed)).profile;
    await call('secrets.set', { profileId: id, name: 'clientSecret', value: 'word' });
    await save({ ...typed, signing: { ...signing, authUrl: 'https://AUTH.example:443/token', baseUrl: 'https://api.example/v2' } }, { id });
    expect(await secret(id)).toBe('word');
  });

  it('of a section that was not set up is not used once it is', async () => {
    const { call, save, store } = await settings();
    const { search: _, ...bare } = typed;
    const { id } = (await save(bare as Typed)).profile;
    await call('secrets.set', { profileId: id, name: 'searchApiKey', value: 'key' });
    expect((await save(typed, { id })).secretsElsewhere).toEqual(['searchApiKey']);
    expect(secretAddresses(store.profile(id)).searchApiKey).toBe('https://search.example');
  });

  it('belongs to the proxy as well where it goes in the clear', () => {
    const network = { proxy: 'address', proxyAddress: 'http://proxy:8080' } as const;
    const search = { url: 'http://localhost:9/search', projectName: 'n' };
    expect(secretAddresses(profileSchema.parse({ name: 'n', network, search })).searchApiKey).toBe(
      'http://localhost:9 by http://proxy:8080',
    );
    expect(secretAddresses(profileSchema.parse({ ...typed, network })).searchApiKey).toBe('https://search.example');
  });
});

describe('a key that goes into a header', () => {
  it.each(['searchApiKey', 'validationApiKey'])('is refused where it is typed when no header takes it: %s', async (name) => {
    const { call, save } = await settings();
    const { id } = (await save(typed)).profile;
    const set = (value: string) => call('secrets.set', { profileId: id, name, value });
    for (const value of ['contraseña', 'a\nb', 'a\u0000', '“key”', ' ']) await expect(set(value)).rejects.toThrow('secret-not-for-header');
    expect((await save(typed, { id })).secretsSet).toEqual([]);
    await set(' a key of ASCII: ~!@#$%^&*() ');
    expect((await save(typed, { id })).secretsSet).toEqual([name]);
  });

  it('is not the client secret, which goes into a form', async () => {
    const { call, save, secret } = await settings();
    const { id } = (await save(typed)).profile;
    await call('secrets.set', { profileId: id, name: 'clientSecret', value: 'contraseña' });
    expect(await secret(id)).toBe('contraseña');
  });
});

describe('the CA file', () => {
  const caFile = (store: Awaited<ReturnType<typeof settings>>['store'], id: string) => store.profile(id).network.caFile;

  it('is the one that the dialog gave, and never a path that the page sends', async () => {
    const { call, save, store } = await settings('/certificates/ours.pem');
    const { id } = (await save({ ...typed, network: { caFile: '/tmp/evil.pem' } })).profile;
    expect(caFile(store, id)).toBe('');
    await expect(save(typed, { id, caFile: '/tmp/evil.pem' })).rejects.toThrow('bad-request');
    expect(await call('profiles.chooseCaFile')).toEqual({ path: '/certificates/ours.pem' });
    await save(typed, { id, caFile: 'chosen' });
    expect(caFile(store, id)).toBe('/certificates/ours.pem');
    await save({ ...typed, network: { caFile: '/tmp/evil.pem' } }, { id });
    expect(caFile(store, id)).toBe('/certificates/ours.pem');
    await save(typed, { id, caFile: 'none' });
    expect(caFile(store, id)).toBe('');
  });

  it('cannot be chosen without the dialog', async () => {
    const { save } = await settings();
    await expect(save(typed, { caFile: 'chosen' })).rejects.toThrow('bad-request');
  });
});
