import { describe, expect, it } from 'vitest';
import { emptyForm, formOf, profileOf } from '../../renderer/features/settings/profile-form.ts';
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
  search: { url: 'https://search.example', projectName: 'n' },
});

describe('the profile form', () => {
  it('gives back the profile it was filled from, with the sections that it does not show', () => {
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
});
