/** What a connection profile refuses: secrets and customers' documents never go over a plain line, and none stand in an address. */
import { describe, expect, it } from 'vitest';
import { profileSchema } from '../support/doors/domain.ts';

const signing = { authUrl: 'https://auth.example', baseUrl: 'https://api.example/', clientId: 'c', accountId: 'a', projectId: 'p' };
const fields = (profile: object) => profileSchema.safeParse(profile).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('an address of the provider', () => {
  it.each(['https://api.example', 'https://api.example:8443/v1', 'http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])(
    'may be %s',
    (baseUrl) => expect(fields({ name: 'n', signing: { ...signing, baseUrl } })).toEqual([]),
  );

  it.each(['', 'api.example', 'http://api.example', 'http://127.0.0.1.example', 'https://ana:clave@api.example', 'ftp://api.example'])(
    'may not be "%s"',
    (baseUrl) => expect(new Set(fields({ name: 'n', signing: { ...signing, baseUrl } }))).toEqual(new Set(['signing.baseUrl'])),
  );

  it('of the search is the full address, with its last slash', () => {
    const search = { url: 'https://search.example/search/', projectName: 'n' };
    expect(profileSchema.parse({ name: 'n', search }).search?.url).toBe(search.url);
  });
  it('loses its last slash', () => expect(profileSchema.parse({ name: 'n', signing }).signing?.baseUrl).toBe('https://api.example'));
});

describe('the address of a proxy', () => {
  const network = (proxyAddress: string, proxy = 'address') => fields({ name: 'n', network: { proxy, proxyAddress } });

  it('is http or https', () => expect([...network('http://proxy:8080'), ...network('https://proxy')]).toEqual([]));
  it.each(['', 'proxy.example', 'ftp://host', 'http://ana:clave@proxy:8080'])('is not "%s"', (address) =>
    expect(new Set(network(address))).toEqual(new Set(['network.proxyAddress'])),
  );
  it('may be missing where none is used', () => expect(network('', 'system')).toEqual([]));
});

describe('what goes into a header', () => {
  const search = { url: 'https://search.example', projectName: 'n' };
  it.each(['Sucursal Ñ', 'a\nb', 'a\u0000', '王', 'a\u200b'])('may not be %j', (text) => {
    for (const name of ['clientId', 'accountId', 'projectId'])
      expect(fields({ name: 'n', signing: { ...signing, [name]: text } })).toEqual([`signing.${name}`]);
    expect(fields({ name: 'n', search: { ...search, projectName: text } })).toEqual(['search.projectName']);
  });
  it('may have blanks and signs', () => {
    expect(fields({ name: 'n', signing: { ...signing, clientId: 'a b-c_{1}:~"\'' }, search })).toEqual([]);
  });
});

// Signing has the place and the original, without which these two are found.
it.each(['signature-large', 'signature-over-content'])('no setting withholds %s, which signing never finds', (remark) => {
  const withheld = (...remarks: string[]) => fields({ name: 'n', signing: { ...signing, verification: { withheld: remarks } } });
  expect(withheld('invisible', 'extra-signature')).toEqual([]);
  expect(withheld('invisible', remark)).toEqual(['signing.verification.withheld.1']);
});
