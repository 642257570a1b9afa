import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  networkSchema,
  placementConventionSchema,
  type StoredProfile,
  searchProfileSchema,
  signingProfileSchema,
  storedProfileSchema,
  validationProfileSchema,
} from '../support/doors/domain.ts';
import { cannotAsk, choosePart, emptyForm, formOf, partChoice, profileOf, withStoredSince } from '../support/doors/renderer/settings.ts';
import { textsOf } from '../support/doors/words.ts';

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
  validation: {
    baseUrl: 'https://records.example',
    path: 'api/{document}/Validation/{transaction}',
    flagsAs: 'headers',
    transactionPart: 'transaction',
    identificationPart: 'document',
  },
  search: {
    url: 'https://search.example',
    projectName: 'n',
    rules: [{ source: 'news', path: '$.resultado', pattern: 'Sin novedad*', meaning: 'clear' }],
  },
});

it('has a text for each choice of a profile', () => {
  const sections = [networkSchema, signingProfileSchema, placementConventionSchema, validationProfileSchema, searchProfileSchema];
  const members: [string, unknown][] = sections.flatMap(({ shape }) => Object.entries(shape));
  const choices = members.flatMap(([name, member]) => {
    const inner = member instanceof z.ZodDefault ? member.unwrap() : member;
    return inner instanceof z.ZodEnum ? inner.options.map((value) => `${name}.${value}`) : [];
  });
  expect(choices).toEqual(expect.arrayContaining(['unit.permille', 'proxy.address', 'judicialFlag.both', 'flagsAs.headers']));
  for (const choice of choices) expect(textsOf('es', 'settings').fields).toHaveProperty(choice);
});

describe('the profile form', () => {
  it('returns the profile that it was filled from, with every section', () => {
    const { id: _, ...profile } = storedProfileSchema.parse(stored);
    // Only main knows the path of the CA file.
    Reflect.deleteProperty(profile.network, 'caFile');
    expect(profileOf(formOf(stored))).toEqual({ ok: true, profile });
  });

  it('starts with the defaults and requires every member without one', () => {
    const result = profileOf(emptyForm());
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
      expect(profileOf({ ...formOf(stored), authUrl })).toEqual({ ok: false, faults: { authUrl: 'address' } });
    },
  );

  it('says that an identifier cannot go into a header', () => {
    const faults = { clientId: 'identifier', accountId: 'identifier', projectId: 'identifier' };
    expect(profileOf({ ...formOf(stored), clientId: 'ñ', accountId: '王', projectId: 'a\u200bb' })).toEqual({ ok: false, faults });
  });

  it('requires a proxy address only when one is used', () => {
    const form = { ...formOf(stored), proxyAddress: '' };
    expect(profileOf(form)).toEqual({ ok: false, faults: { proxyAddress: 'required' } });
    expect(profileOf({ ...form, proxyAddress: 'proxy:8080' })).toEqual({ ok: false, faults: { proxyAddress: 'proxyAddress' } });
    expect(profileOf({ ...form, proxy: 'system' }).ok).toBe(true);
  });

  it('names the field on the screen for a number out of bounds or missing', () => {
    const form = { ...formOf(stored), maxMegabytesPerCall: 0, connectSeconds: Number.NaN, concurrency: 99 };
    expect(profileOf(form)).toEqual({
      ok: false,
      faults: { maxMegabytesPerCall: 'number', connectSeconds: 'number', concurrency: 'number' },
    });
  });

  it('keeps what a profile without a signing section says', () => {
    const { signing: _, ...rest } = stored;
    const form = formOf(rest);
    expect(form).toMatchObject({ validationUrl: 'https://records.example', proxyAddress: 'http://proxy:8080', connectSeconds: 1.5 });
    const signing = { authUrl: 'https://a', baseUrl: 'https://b', clientId: 'c', accountId: 'a', projectId: 'p' };
    const {
      network: { caFile: _file, ...network },
      validation,
    } = stored;
    expect(profileOf({ ...form, ...signing })).toMatchObject({ ok: true, profile: { network, validation } });
  });
});

describe('the validation query', () => {
  const { validation, ...without } = stored;
  const usual = 'api/{a}/Validation/{b}';

  it('is absent without an address, and starts with the default path', () => {
    const none = { transactionPart: '', identificationPart: '' };
    expect(formOf(without)).toMatchObject({ validationUrl: '', validationPath: usual, flagsAs: 'query', ...none });
    expect(profileOf(formOf(without))).not.toHaveProperty('profile.validation');
    expect(profileOf({ ...formOf(without), validationUrl: ' ', validationPath: ' ' })).toMatchObject({ ok: true });
  });

  it('is set up with an address', () => {
    const parts = { transactionPart: 'transaction', identificationPart: 'document' };
    const path = ' api/{document}/Validation/{transaction} ';
    const form = { ...formOf(without), validationUrl: ' https://records.example/ ', validationPath: path, ...parts };
    expect(profileOf({ ...form, flagsAs: 'headers' })).toMatchObject({ ok: true, profile: { validation } });
    expect(profileOf({ ...form, validationUrl: 'http://127.0.0.1:8080' }).ok).toBe(true);
  });

  it('is removed with its address and path', () => {
    const form = { ...formOf(stored), validationUrl: '', validationPath: '' };
    expect(profileOf(form)).not.toHaveProperty('profile.validation');
  });

  it('refuses a key that no header takes, and takes any client secret', () => {
    const secrets = { clientSecret: 'contraseña', searchApiKey: 'ñ', validationApiKey: ' key ' };
    expect(profileOf(formOf(stored), { ...secrets, searchApiKey: 'k' }).ok).toBe(true);
    expect(profileOf(formOf(stored), { ...secrets, validationApiKey: '“key”' })).toMatchObject({
      ok: false,
      faults: { validationApiKey: 'identifier', searchApiKey: 'identifier' },
    });
  });

  it('reports a missing address rather than lose a typed path or key', () => {
    const missing = { ok: false, faults: { validationUrl: 'validationUrl' } };
    expect(profileOf({ ...formOf(stored), validationUrl: '' })).toEqual(missing);
    expect(profileOf({ ...formOf(without), validationPath: 'api/{transaction}' })).toEqual(missing);
    expect(profileOf(formOf(without), { validationApiKey: 'k' })).toEqual(missing);
    expect(profileOf({ ...formOf(without), validationPath: 'x', name: '' })).toEqual({
      ok: false,
      faults: { name: 'required', validationUrl: 'validationUrl' },
    });
  });

  it('checks its own address', () => {
    expect(profileOf({ ...formOf(stored), validationUrl: 'http://records.example' })).toEqual({
      ok: false,
      faults: { validationUrl: 'address' },
    });
    expect(profileOf({ ...formOf(stored), baseUrl: 'http://api.example' })).toEqual({ ok: false, faults: { baseUrl: 'address' } });
  });

  it.each([
    ['', 'required'],
    ['api/a b', 'path'],
    ['api/{a', 'path'],
    ['api/{a}?x=1', 'path'],
  ])('refuses the path «%s» and says why', (validationPath, fault) => {
    expect(profileOf({ ...formOf(stored), validationPath })).toEqual({ ok: false, faults: { validationPath: fault } });
  });

  it.each([
    ['https://records.example', 'api/acme/Validation/{transaction}', {}, false],
    ['https://records.example', 'api/acme/Validation/{transaction}', { transactionPart: 'transaction' }, false],
    ['https://records.example', 'api/acme/Validation/{document}', { identificationPart: 'document' }, true],
    ['https://records.example', usual, {}, true],
    ['https://records.example', usual, { transactionPart: 'b' }, true],
    ['https://records.example', 'api/acme/Validation/42', {}, true],
    ['', usual, {}, false],
    ['', 'api/{a}/{b}/{c}', {}, true],
  ])(
    'with the address «%s», the path «%s» and %j it is %s that the provider cannot be asked',
    (validationUrl, validationPath, parts, warned) => {
      const form = { ...formOf(without), validationUrl, validationPath, ...parts };
      expect(cannotAsk(form)).toBe(warned);
      // A warning and no fault.
      expect(profileOf({ ...form, validationUrl: 'https://records.example' }).ok).toBe(true);
    },
  );

  it('drops the choice of a part that the path no longer has', () => {
    const form = { ...formOf(stored), validationPath: 'api/{other}/Validation/{transaction}' };
    expect(profileOf(form)).toMatchObject({
      ok: true,
      profile: { validation: { transactionPart: 'transaction', identificationPart: '' } },
    });
    // It counts again when the path is put back.
    expect(partChoice({ ...form, validationPath: 'api/{document}' }, 'identificationPart').chosen).toBe('document');
    expect(partChoice(form, 'identificationPart')).toEqual({ options: [null, 'other', 'transaction'], chosen: null });
  });

  it.each([
    [usual, {}, [null, 'a', 'b'], null, [null, 'a', 'b'], null],
    [usual, { transactionPart: 'b', identificationPart: 'a' }, [null, 'a', 'b'], 'b', [null, 'a', 'b'], 'a'],
    ['api/{t}/{t}', {}, [null, 't'], null, [null, 't'], null],
    // The only part takes the transaction number, unless it takes the identification.
    ['api/{t}', {}, ['t'], 't', [null, 't'], null],
    ['api/{t}', { identificationPart: 't' }, [null, 't'], null, [null, 't'], 't'],
    ['api/x', {}, [null], null, [null], null],
    ['api/{t', {}, [null], null, [null], null],
  ])('of «%s» with %j may be chosen', (validationPath, parts, forTransaction, transaction, forIdentification, identification) => {
    const form = { ...formOf(without), validationPath, ...parts };
    expect(partChoice(form, 'transactionPart')).toEqual({ options: forTransaction, chosen: transaction });
    expect(partChoice(form, 'identificationPart')).toEqual({ options: forIdentification, chosen: identification });
  });

  it('one part takes one of the two', () => {
    const form = { ...formOf(stored), transactionPart: 'transaction', identificationPart: 'document' };
    expect(choosePart(form, 'transactionPart', 'document')).toEqual({ transactionPart: 'document', identificationPart: '' });
    expect(choosePart(form, 'identificationPart', null)).toEqual({ identificationPart: '' });
    expect(choosePart({ ...form, transactionPart: '' }, 'identificationPart', null)).toEqual({ identificationPart: '' });
  });
});

describe('the risk-list search', () => {
  const { search, ...without } = stored;
  const missing = { ok: false, faults: { searchUrl: 'searchUrl' } };

  it('is absent without an address, and starts with the default rate', () => {
    expect(formOf(without)).toMatchObject({
      searchUrl: '',
      searchProject: '',
      judicialFlag: 'SearchJudicialBranch',
      searchConcurrency: 4,
      searchPerMinute: 0,
    });
    const result = profileOf({ ...formOf(without), searchUrl: ' ', searchProject: ' ' });
    expect(result.ok).toBe(true);
    expect(result).not.toHaveProperty('profile.search');
  });

  it('is set up with an address and a project', () => {
    const form = { ...formOf(without), searchUrl: ' https://search.example/ ', searchProject: ' n ', searchPerMinute: 90 };
    expect(profileOf({ ...form, judicialFlag: 'SearchtJudicialBranch', searchConcurrency: 8 })).toMatchObject({
      ok: true,
      profile: {
        search: { url: 'https://search.example/', projectName: 'n', judicialFlag: 'SearchtJudicialBranch', concurrency: 8, perMinute: 90 },
      },
    });
  });

  it('is removed with its address and project', () => {
    expect(profileOf({ ...formOf(stored), searchUrl: '', searchProject: '' })).not.toHaveProperty('profile.search');
  });

  it('reports a missing address rather than lose a typed project or key', () => {
    expect(profileOf({ ...formOf(stored), searchUrl: '' })).toEqual(missing);
    expect(profileOf(formOf(without), { searchApiKey: 'k' })).toEqual(missing);
    expect(profileOf(formOf(without), { searchApiKey: 'k', validationApiKey: 'k' })).toEqual(missing);
    expect(profileOf({ ...formOf(stored), searchProject: '  ' })).toEqual({ ok: false, faults: { searchProject: 'required' } });
  });

  it('saves its rules as typed, in their order', () => {
    const form = formOf(stored);
    const added = { source: 'other', path: '$.aviso', pattern: '*', meaning: 'ignored' } as const;
    const searchRules = [added, ...form.searchRules];
    expect(profileOf({ ...form, searchRules })).toMatchObject({ ok: true, profile: { search: { rules: searchRules } } });
    expect(profileOf({ ...form, searchRules: [] })).toMatchObject({ ok: true, profile: { search: { rules: [] } } });
  });

  it('keeps a rule that was stored while the form was open, and brings no removed one back', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((pattern) => ({ source: 'news', path: '$', pattern, meaning: 'clear' }) as const);
    if (!a || !b || !c || !d) throw new Error('four rules');
    expect(withStoredSince([b], [a, b], [a, b])).toEqual([b]);
    expect(withStoredSince([d, b], [a, b], [c, a, b])).toEqual([c, d, b]);
    expect(withStoredSince([c, a], [a], [c, a])).toEqual([c, a]);
  });

  it('names its own fields, not those of signing, for what is out of bounds', () => {
    const form = { ...formOf(stored), searchUrl: 'http://search.example', searchConcurrency: 33, searchPerMinute: Number.NaN };
    expect(profileOf(form)).toEqual({
      ok: false,
      faults: { searchUrl: 'address', searchConcurrency: 'number', searchPerMinute: 'number' },
    });
  });
});
