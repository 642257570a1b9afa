import { describe, expect, it } from 'vitest';
import { cannotAsk, emptyForm, formOf, profileOf } from '../../renderer/features/settings/profile-form.ts';
import { type StoredProfile, storedProfileSchema } from '../../shared/domain/profile.ts';

const stored: StoredProfile = storedProfileSchema.parse({
  id: 'p',
  name: 'Main branch',
  network: { proxy: 'address', proxyAddress: 'http://proxy:8080', caFile: '/ca.pem', connectTimeout: 1500, answerTimeout: 90_000 },
  signing: {
    authUrl: 'https://auth.example',
    baseUrl: 'https://api.example/v1',
    clientId: 'c',
    accountId: 'a',
    projectId: 'p',
    maxBytesPerCall: 1_500_000,
    placement: { unit: 'pixel', dpi: 150, origin: 'top-left', box: 'media', rotation: 'user-space', pageBase: 0 },
  },
  validation: { baseUrl: 'https://records.example', path: 'api/acme/Validation/{transaction}', flagsAs: 'headers' },
  search: { url: 'https://search.example', projectName: 'n' },
});

describe('the profile form', () => {
  it('gives back the profile it was filled from, with the section that it does not show', () => {
    const { id: _, ...profile } = stored;
    expect(profileOf(formOf(stored), stored)).toEqual({ ok: true, profile });
  });

  it('starts with the defaults and asks for each of what has none', () => {
    const result = profileOf(emptyForm(), null);
    expect(result).toEqual({
      ok: false,
      faults: {
        name: 'required',
        authUrl: 'required',
        baseUrl: 'required',
        clientId: 'required',
        accountId: 'required',
        projectId: 'required',
      },
    });
  });

  it.each(['auth.example', 'ftp://auth.example', 'https://user:word@auth.example', 'https//auth'])(
    'refuses the address %s and says why',
    (authUrl) => {
      expect(profileOf({ ...formOf(stored), authUrl }, stored)).toEqual({ ok: false, faults: { authUrl: 'address' } });
    },
  );

  it('wants a proxy address only where one is used', () => {
    const form = { ...formOf(stored), proxyAddress: '' };
    expect(profileOf(form, stored)).toEqual({ ok: false, faults: { proxyAddress: 'required' } });
    expect(profileOf({ ...form, proxyAddress: 'proxy:8080' }, stored)).toEqual({ ok: false, faults: { proxyAddress: 'proxyAddress' } });
    expect(profileOf({ ...form, proxy: 'system' }, stored).ok).toBe(true);
  });

  it('names the field on the screen for a number out of bounds or missing', () => {
    const form = { ...formOf(stored), maxMegabytesPerCall: 0, connectSeconds: Number.NaN, concurrency: 99 };
    expect(profileOf(form, stored)).toEqual({
      ok: false,
      faults: { maxMegabytesPerCall: 'number', connectSeconds: 'number', concurrency: 'number' },
    });
  });

  it('keeps what a profile without a signing section says', () => {
    const { signing: _, ...rest } = stored;
    const form = formOf(rest);
    expect(form).toMatchObject({ validationUrl: 'https://records.example', proxyAddress: 'http://proxy:8080', connectSeconds: 1.5 });
    const signing = { authUrl: 'https://a', baseUrl: 'https://b', clientId: 'c', accountId: 'a', projectId: 'p' };
    const { network, validation } = stored;
    expect(profileOf({ ...form, ...signing }, rest)).toMatchObject({ ok: true, profile: { network, validation } });
  });
});

describe('the validation query', () => {
  const { validation, ...without } = stored;
  const usual = 'api/{a}/Validation/{b}';

  it('is absent without an address, and starts from the usual path', () => {
    expect(formOf(without)).toMatchObject({ validationUrl: '', validationPath: usual, flagsAs: 'query' });
    expect(profileOf(formOf(without), without)).not.toHaveProperty('profile.validation');
    expect(profileOf({ ...formOf(without), validationUrl: ' ', validationPath: ' ' }, without)).toMatchObject({ ok: true });
  });

  it('is set up with an address', () => {
    const form = { ...formOf(without), validationUrl: ' https://records.example/ ', validationPath: ' api/acme/Validation/{transaction} ' };
    expect(profileOf({ ...form, flagsAs: 'headers' }, without)).toMatchObject({ ok: true, profile: { validation } });
    expect(profileOf({ ...form, validationUrl: 'http://127.0.0.1:8080' }, without).ok).toBe(true);
  });

  it('goes with its address and path, and is not kept from before', () => {
    const form = { ...formOf(stored), validationUrl: '', validationPath: '' };
    expect(profileOf(form, stored)).not.toHaveProperty('profile.validation');
    expect(profileOf(form, stored)).toHaveProperty('profile.search', stored.search);
  });

  it('says that the address is missing rather than lose a path or a key that was typed', () => {
    const missing = { ok: false, faults: { validationUrl: 'validationUrl' } };
    expect(profileOf({ ...formOf(stored), validationUrl: '' }, stored)).toEqual(missing);
    expect(profileOf({ ...formOf(without), validationPath: 'api/{transaction}' }, without)).toEqual(missing);
    expect(profileOf(formOf(without), without, true)).toEqual(missing);
    expect(profileOf({ ...formOf(without), validationPath: 'x', name: '' }, without)).toEqual({
      ok: false,
      faults: { name: 'required', validationUrl: 'validationUrl' },
    });
  });

  it('checks its address like the others, and not the signing address in its place', () => {
    expect(profileOf({ ...formOf(stored), validationUrl: 'http://records.example' }, stored)).toEqual({
      ok: false,
      faults: { validationUrl: 'address' },
    });
    expect(profileOf({ ...formOf(stored), baseUrl: 'http://api.example' }, stored)).toEqual({ ok: false, faults: { baseUrl: 'address' } });
  });

  it.each([
    ['', 'required'],
    ['api/a b', 'path'],
    ['api/{a', 'path'],
    ['api/{a}?x=1', 'path'],
  ])('refuses the path «%s» and says why', (validationPath, fault) => {
    expect(profileOf({ ...formOf(stored), validationPath }, stored)).toEqual({ ok: false, faults: { validationPath: fault } });
  });

  it.each([
    ['https://records.example', 'api/acme/Validation/{transaction}', false],
    ['https://records.example', usual, true],
    ['https://records.example', 'api/acme/Validation/42', true],
    ['', usual, false],
    ['', 'api/{a}/{b}/{c}', true],
  ])('with the address «%s» and the path «%s» it is %s that the provider cannot be asked', (validationUrl, validationPath, warned) => {
    expect(cannotAsk({ validationUrl, validationPath })).toBe(warned);
    // A warning and no fault.
    const form = { ...formOf(without), validationUrl: 'https://records.example', validationPath };
    expect(profileOf(form, without).ok).toBe(true);
  });
});
