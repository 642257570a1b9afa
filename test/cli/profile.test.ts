/** `profile`: stored connection profiles and their secrets, without a window. */
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { json, runCli, runHere, startCli } from '../support/cli/run-cli.ts';
import { keyed, serving } from '../support/cli/serving.ts';
import { createStation } from '../support/doors/app.ts';
import type { ProfileInput } from '../support/doors/domain.ts';
import { StationError } from '../support/doors/errors.ts';
import { type Keychain, memoryKeychain, systemKeychain } from '../support/doors/keychain.ts';
import { listen } from '../support/network/listening.ts';
import { makeAuthority } from '../support/network/test-ca.ts';
import { plainPdf, writeFile as writePdf } from '../support/pdf/pdfs.ts';
import { describeWith } from '../support/runner/need.ts';
import { startProvider } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';

const signing = {
  authUrl: 'https://login.example',
  baseUrl: 'https://sign.example',
  clientId: 'c',
  accountId: 'a',
  projectId: 'p',
};
const search = { url: 'https://lists.example/search', projectName: 'n' };
const main: ProfileInput = { name: 'Bogotá', signing, search };
const secret = 'a-secret-of-the-client';
const key = 'a-key-of-the-lists';
const both = { STATION_CLIENT_SECRET: secret, STATION_SEARCH_API_KEY: key };
const allStored = { stored: ['clientSecret', 'searchApiKey'], missing: [], otherAddress: [], code: null };

const isSecret = (account: string) => /\/(clientSecret|searchApiKey|validationApiKey)$/.test(account);

/** One workstation: its data folder and its keychain. Each run is checked for secrets in what it prints and leaves. */
async function workstation() {
  const home = await tempDir();
  const entries = new Map<string, string>();
  const keychain = memoryKeychain(entries);
  const run = async (args: readonly string[], env: Record<string, string> = {}, other: Keychain = keychain) => {
    const done = await runHere([...args, '--data-dir', 'data'], home, env, other);
    for (const value of [secret, key]) expect(done.stdout + done.stderr).not.toContain(value);
    if (done.code !== 2) for (const name of Object.keys(both)) expect(done.left.filter((left) => left.startsWith(name))).toEqual([]);
    return done;
  };
  return {
    home,
    run,
    keychain,
    entries,
    /** The secrets in the keychain, each as its profile's id, its name, its addresses and itself. */
    secrets: () => [...entries].filter(([name]) => isSecret(name)).sort(),
    async set(profile: object, env: Record<string, string> = {}, other: Keychain = keychain) {
      await writeFile(join(home, 'profile.json'), JSON.stringify(profile));
      return run(['profile', 'set', 'profile.json', '--json'], env, other);
    },
    list: async (env: Record<string, string> = {}) => json(await run(['profile', 'list', '--json'], env)).profiles,
  };
}

const isActive = (listed: { name: string; active: boolean }[]) => listed.filter(({ active }) => active).map(({ name }) => name);

test('a profile is stored with its secrets and becomes active; the same name replaces it and keeps id and secrets', async () => {
  const { set, list, run, secrets, home } = await workstation();
  const first = await set(main, both);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(json(first)).toEqual({ name: 'Bogotá', replaced: false, wasPractice: true, ...allStored });
  const stored = secrets();
  expect(stored.map(([, entry]) => entry)).toEqual([
    `https://login.example https://sign.example\n${secret}`,
    `https://lists.example\n${key}`,
  ]);

  // The name as another system writes it.
  const again = await set({ ...main, name: ' BOGOTA\u0301 ', signing: { ...signing, projectId: 'q' } });
  expect([again.code, json(again).replaced, json(again).stored]).toEqual([0, true, allStored.stored]);
  expect(secrets()).toEqual(stored);
  expect(await list()).toEqual([{ name: 'BOGOTA\u0301', active: true, ...allStored }]);

  const words = await run(['profile', 'list']);
  expect(words.stdout).toMatch(/^profile +active +secrets\nBOGOT.* +yes +client secret: stored; screening key: stored\n$/);
  for (const name of await readdir(join(home, 'data', 'logs'))) {
    const log = await readFile(join(home, 'data', 'logs', name), 'utf8');
    expect(log).toContain('"profile"');
    for (const value of [secret, key, 'Bogot', 'example']) expect(log).not.toContain(value);
  }
});

test('says that practice ends, which secret is missing, and what to do about it', async () => {
  const { run, home } = await workstation();
  await writeFile(join(home, 'p.json'), JSON.stringify(main));
  const first = await run(['profile', 'set', 'p.json'], { STATION_CLIENT_SECRET: secret });
  expect(first.code).toBe(3);
  expect(first.stdout.split('\n')).toEqual([
    'New profile: Bogotá',
    expect.stringContaining('no longer practice'),
    'client secret: stored',
    expect.stringMatching(/^screening key: missing; set STATION_SEARCH_API_KEY/),
    '',
  ]);
  const second = await run(['profile', 'set', 'p.json'], { STATION_SEARCH_API_KEY: key });
  expect([second.code, second.stdout]).toEqual([
    0,
    expect.stringMatching(/^Replaced: Bogotá\n.*as before.*\nclient secret: stored\nscreening key: stored\n$/),
  ]);
});

test('secrets come from files, for this command and for those that send', async () => {
  const { set, secrets, run, home } = await workstation();
  await writeFile(join(home, 'secret'), `${secret}\n`);
  await writeFile(join(home, 'key'), `${key}\r\n`);
  const files = { STATION_CLIENT_SECRET_FILE: 'secret', STATION_SEARCH_API_KEY_FILE: 'key' };
  expect((await set(main, files)).code).toBe(0);
  expect(secrets().map(([, entry]) => entry.split('\n')[1])).toEqual([secret, key]);
  expect((await set(main, { ...files, STATION_CLIENT_SECRET: 'other' })).code).toBe(2);
  // As Windows PowerShell and its `-Encoding utf8` write them.
  await writeFile(join(home, 'secret'), Buffer.from(`\uFEFF${secret}-2\r\n`, 'utf16le'));
  await writeFile(join(home, 'key'), `\uFEFF${key}\r\n`);
  expect((await set(main, files)).code).toBe(0);
  expect(secrets().map(([, entry]) => entry.split('\n')[1])).toEqual([`${secret}-2`, key]);

  await writeFile(join(home, 'empty'), '\n');
  const screen = ['screen', '--name', 'Ana', '--profile-file', 'profile.json'];
  const refused = await run(screen, { STATION_SEARCH_API_KEY_FILE: 'empty' });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('STATION_SEARCH_API_KEY_FILE is empty')]);
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(...Object.values(request.headers).filter((value) => value === key));
    response.end('{}');
  });
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${await listen(server)}/`;
  await writeFile(join(home, 'profile.json'), JSON.stringify({ ...main, search: { ...search, url } }));
  await run(screen, { STATION_SEARCH_API_KEY_FILE: 'key' });
  expect(keys).toEqual([key]);
});

test('what is stored signs, and with a secret for another address nothing is sent', async () => {
  const provider = await startProvider();
  const { set, run, home } = await workstation();
  const { clientSecret = '', searchApiKey = '', validationApiKey = '' } = provider.secrets;
  const secrets = {
    STATION_CLIENT_SECRET: clientSecret,
    STATION_SEARCH_API_KEY: searchApiKey,
    STATION_VALIDATION_API_KEY: validationApiKey,
  };
  expect((await set(provider.profile, secrets)).code).toBe(0);
  await writePdf(home, 'a.pdf', await plainPdf());
  const sign = ['sign', 'a.pdf', '--client-info', 'T-1', '--json', '--out', 'signed'];
  const signed = await run(sign);
  expect([signed.code, json(signed).documents[0].status]).toEqual([0, 'signed']);

  const moved = { ...provider.profile, signing: { ...provider.profile.signing, authUrl: 'https://moved.example' } };
  expect((await set(moved)).code).toBe(3);
  const refused = await run([...sign, '--again']);
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([2, '', expect.stringMatching(/STATION_CLIENT_SECRET.*“profile set”/)]);
});

test('a changed address: the stored secret no longer counts, until it is given for the new one', async () => {
  const { set, secrets, list } = await workstation();
  await set(main, both);
  const moved = { ...main, signing: { ...signing, baseUrl: 'https://elsewhere.example' } };
  const without = await set(moved);
  const lacks = { stored: ['searchApiKey'], missing: [], otherAddress: ['clientSecret'], code: null };
  expect([without.code, json(without)]).toEqual([3, { name: 'Bogotá', replaced: true, wasPractice: false, ...lacks }]);
  expect(await list()).toEqual([{ name: 'Bogotá', active: true, ...lacks }]);
  const given = await set(moved, { STATION_CLIENT_SECRET: secret });
  expect([given.code, json(given)]).toMatchObject([0, allStored]);
  expect(secrets()[0]?.[1]).toBe(`https://login.example https://elsewhere.example\n${secret}`);
});

test('an end between the steps: the secret before stays with its address, the active profile stays, and a second run completes it', async () => {
  const { set, secrets, list, entries } = await workstation();
  await set({ ...main, name: 'first' }, both);
  const before = secrets();
  const ends: Keychain = {
    ...memoryKeychain(entries),
    set: async (account, value) => {
      if (isSecret(account)) throw new Error('ended');
      entries.set(account, value);
    },
  };
  const second = { ...main, signing: { ...signing, baseUrl: 'https://second.example' } };
  expect((await set(second, both, ends)).code).toBe(1);
  expect(isActive(await list())).toEqual(['first']);
  expect(secrets()).toEqual(before);
  const moved = { ...second, name: 'first' };
  expect((await set(moved, both, ends)).code).toBe(1);
  expect((await list())[0]).toMatchObject({ name: 'first', otherAddress: ['clientSecret'] });
  expect(secrets()).toEqual(before);
  expect([(await set(second, both)).code, (await set(moved, both)).code, (await list()).length]).toEqual([0, 0, 2]);
});

test('a bad file, or a secret that cannot be stored, changes nothing', async () => {
  const { set, run, list, secrets, home } = await workstation();
  await set(main, both);
  const before = [await list(), secrets(), (await run(['profile', 'show', 'bogotá'])).stdout];
  const cases: [object, Record<string, string>, RegExp][] = [
    [{ ...main, sining: signing }, {}, /file of profile set has an unknown member “sining”/],
    [
      { ...main, signing: { ...signing, authUrl: 'http://login.example' } },
      {},
      /“signing.authUrl” in the file of profile set is not an address/,
    ],
    [{ ...main, id: 'x' }, {}, /unknown member “id”/],
    [
      { ...main, network: { caFile: '~/roots.pem' } },
      both,
      /“network\.caFile”: \/.+\/~\/roots\.pem cannot be read, or has no certificate in PEM/,
    ],
    [{ name: 'Bogotá', search }, both, /STATION_CLIENT_SECRET is set and the profile has no section “signing”/],
    [main, { STATION_SEARCH_API_KEY: 'ñandú' }, /STATION_SEARCH_API_KEY goes into a header/],
    [
      { ...main, search: { ...search, projectName: 'q' } },
      { STATION_CLIENT_SECRET: 's'.repeat(3_000) },
      /secret is too long.*STATION_CLIENT_SECRET/,
    ],
  ];
  for (const [profile, env, says] of cases) {
    const { code, stdout, stderr } = await set(profile, env);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(says)]);
  }
  const missing = await run(['profile', 'set', 'none.json']);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('profile set cannot be read')]);
  expect([await list(), secrets(), (await run(['profile', 'show', 'bogotá'])).stdout]).toEqual(before);
  expect(await readdir(home)).toEqual(expect.arrayContaining(['data', 'profile.json']));
});

test('a shown profile is a file for another workstation, also as Windows PowerShell writes it', async () => {
  const [one, other] = [await workstation(), await workstation()];
  await mkdir(join(one.home, 'provider'));
  await writeFile(join(one.home, 'provider', 'roots.pem'), (await makeAuthority()).pem);
  const network = { caFile: 'roots.pem', proxy: 'address', proxyAddress: 'http://proxy.example:3128' };
  const rules = [{ source: 'procurator', path: '$.resultado', pattern: 'sin coincidencias ñ', meaning: 'clear' }] as const;
  // The file of the authority is in the folder of the profile file.
  await writeFile(join(one.home, 'provider', 'p.json'), JSON.stringify({ ...main, network, search: { ...search, rules } }));
  expect((await one.run(['profile', 'set', 'provider/p.json'], both)).code).toBe(0);
  const { code, stdout, stderr } = await one.run(['profile', 'show', 'BOGOTÁ']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^[\x20-\x7e\n]+$/);
  expect((await one.run(['profile', 'show', 'Bogotá', '--json'])).stdout).toBe(stdout);
  const shown = JSON.parse(stdout);
  expect(shown).toMatchObject({ name: 'Bogotá', network: { ...network, caFile: join(one.home, 'provider', 'roots.pem') } });
  expect(shown).not.toHaveProperty('id');

  await writeFile(join(other.home, 'utf16.json'), Buffer.from(`\uFEFF${stdout}`, 'utf16le'));
  expect((await other.run(['profile', 'set', 'utf16.json'], both)).code).toBe(0);
  expect((await other.run(['profile', 'show', 'Bogotá'])).stdout).toBe(stdout);
});

test('another profile becomes active, and a removed one leaves no secret', async () => {
  const { set, run, list, secrets } = await workstation();
  await set(main, both);
  await set({ ...main, name: 'Quito' }, both);
  expect([isActive(await list()), secrets().length]).toEqual([['Quito'], 4]);
  const used = await run(['profile', 'use', 'bogotá']);
  expect([used.code, used.stdout]).toEqual([0, expect.stringMatching(/^It is the active profile now, in place of another one\.\n/)]);
  expect(isActive(await list())).toEqual(['Bogotá']);

  expect((await run(['profile', 'remove', 'Quito'])).stdout).toBe('Removed, with its secrets: Quito\n');
  expect([isActive(await list()), secrets().length]).toEqual([['Bogotá'], 2]);
  const last = await run(['profile', 'remove', 'Bogotá']);
  expect([last.code, last.stderr, secrets()]).toEqual([0, expect.stringContaining('No profile is active'), []]);
  expect(await list()).toEqual([]);
});

test('wrong use is one sentence', async () => {
  const { run, home } = await workstation();
  const cases: [string[], string][] = [
    [[], 'profile list, profile show NAME'],
    [['change', 'a'], 'profile list, profile show NAME'],
    [['set'], '“profile set” takes one file'],
    [['set', 'a', 'b'], '“profile set” takes one file'],
    ...['show', 'use', 'remove'].flatMap((form): [string[], string][] => [
      [[form], `“profile ${form}” takes the name of one profile`],
      [[form, 'a-name-of-none'], '“profile list” shows them'],
    ]),
  ];
  await mkdir(join(home, 'data'));
  for (const [args, says] of cases) {
    const { code, stdout, stderr } = await run(['profile', ...args]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(says)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('a-name-of-none');
  }
});

test('without a keychain: secrets are refused with the way out; the profile alone is stored, for secrets of each command', async () => {
  const home = await tempDir();
  await writeFile(join(home, 'p.json'), JSON.stringify(main));
  const run = (args: string[], env: Record<string, string> = {}) => runHere([...args, '--data-dir', 'data'], home, { ...keyed, ...env });
  const refused = await run(['profile', 'set', 'p.json'], both);
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([
    2,
    '',
    expect.stringMatching(/keychain does not answer.*set their variables for each command/),
  ]);
  expect(json(await run(['profile', 'list', '--json'])).profiles).toEqual([]);
  const alone = await run(['profile', 'set', 'p.json']);
  expect([alone.code, alone.stdout, alone.stderr]).toEqual([
    3,
    expect.stringContaining('secrets: not known'),
    expect.stringContaining('variables of the secrets'),
  ]);
  const removed = await run(['profile', 'remove', 'Bogotá']);
  expect(removed.code).toBe(0);
});

test('a locked keychain keeps a profile from being removed: its secrets would stay', async () => {
  const { set, run, list, secrets } = await workstation();
  await set(main, { ...keyed, ...both });
  const locked = () => Promise.reject(new StationError('keychain-unavailable', { cause: 'locked' }));
  const refused = await run(['profile', 'remove', 'Bogotá'], keyed, { get: locked, set: locked, remove: locked });
  expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining('keychain does not answer')]);
  expect([secrets().length, (await list(keyed)).length]).toEqual([2, 1]);
});

test('while the data folder is in use nothing is done', async () => {
  const served = await serving();
  const { home } = served;
  await writeFile(join(home, 'p.json'), JSON.stringify(main));
  for (const args of [['list'], ['set', 'p.json'], ['show', 'a'], ['use', 'a'], ['remove', 'a']]) {
    const { code, stdout, stderr } = await runHere(['profile', ...args, '--data-dir', 'data'], home, keyed);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('data folder')]);
  }
});

describeWith('keyring')('the keychain of the system', () => {
  test('has the secrets that one process stored, for the next, and none after the removal', async () => {
    const home = await tempDir();
    await writeFile(join(home, 'p.json'), JSON.stringify(main));
    await writeFile(join(home, 'secret'), secret);
    const { DBUS_SESSION_BUS_ADDRESS = '' } = process.env;
    const run = (args: string[], env: Record<string, string> = {}) =>
      runCli([...args, '--data-dir', 'data'], home, { DBUS_SESSION_BUS_ADDRESS, ...env });
    const set = await run(['profile', 'set', 'p.json'], { STATION_CLIENT_SECRET_FILE: 'secret', STATION_SEARCH_API_KEY: key });
    expect([set.code, set.stderr]).toEqual([0, '']);
    const listed = await run(['profile', 'list', '--json']);
    expect(json(listed).profiles).toEqual([{ name: 'Bogotá', active: true, ...allStored }]);
    expect((await run(['profile', 'remove', 'Bogotá'])).code).toBe(0);
    for (const { stdout, stderr } of [set, listed]) expect(stdout + stderr).not.toMatch(new RegExp(`${secret}|${key}`));
  });

  test('a killed process leaves each secret with the address that it was given for, and the next run completes it', async () => {
    const home = await tempDir();
    const dataDir = join(home, 'data');
    const { DBUS_SESSION_BUS_ADDRESS = '' } = process.env;
    const args = ['profile', 'set', 'p.json', '--data-dir', 'data'];
    const pairs: string[] = [];
    const prepare = async (round: number) => {
      const baseUrl = `https://sign-${round}.example`;
      pairs.push(`https://login.example ${baseUrl}\n${secret}-${round}`);
      await writeFile(join(home, 'p.json'), JSON.stringify({ name: 'Bogotá', signing: { ...signing, baseUrl } }));
      return { DBUS_SESSION_BUS_ADDRESS, STATION_CLIENT_SECRET: `${secret}-${round}` };
    };
    /** The id and address of the profile, and its entry in the keychain. */
    const look = async () => {
      const station = await createStation({ dataDir, sending: 'manual' });
      const [profile] = station.settings.profiles();
      const { activeProfileId } = station.settings.settings();
      await station.close();
      return {
        id: profile?.id,
        activeProfileId,
        url: profile?.signing?.baseUrl,
        entry: await systemKeychain().get(`${profile?.id}/clientSecret`),
      };
    };
    const begin = performance.now();
    expect((await runCli(args, home, await prepare(0))).code).toBe(0);
    const took = performance.now() - begin;
    const { id } = await look();
    for (let round = 1; round <= 8; round += 1) {
      const child = startCli(args, home, await prepare(round));
      const ended = once(child, 'close');
      setTimeout(() => child.kill('SIGKILL'), (took * (round + 2)) / 10);
      await ended;
      const found = await look();
      expect([found.id, found.activeProfileId]).toEqual([id, id]);
      expect(pairs).toContain(found.entry);
    }
    expect((await runCli(args, home, await prepare(9))).code).toBe(0);
    expect(await look()).toEqual({ id, activeProfileId: id, url: 'https://sign-9.example', entry: pairs.at(-1) });
    expect((await runCli(['profile', 'remove', 'Bogotá', '--data-dir', 'data'], home, { DBUS_SESSION_BUS_ADDRESS })).code).toBe(0);
    expect(await systemKeychain().get(`${id}/clientSecret`)).toBeNull();
  });
});
