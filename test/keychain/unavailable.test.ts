/** Where no keychain answers. The Linux cases run in a process of their own, on a bus that is not there or has a locked keyring. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { StationError } from '../support/doors/errors.ts';
import { createVault, type Keychain, memoryKeychain } from '../support/doors/keychain.ts';
import { tempDir } from '../support/temp-dir.ts';

const address = (path: string) => JSON.stringify(new URL(`../../main/platform/keychain/${path}`, import.meta.url).href);

/** Sets a secret through a vault on the system's keychain, and prints the answers of the vault and the keychain. */
const script = `
  const { createVault } = await import(${address('vault.ts')});
  const { systemKeychain } = await import(${address('system-keychain.ts')});
  const keychain = systemKeychain('Signing Station test');
  const vault = createVault(keychain);
  const addresses = { clientSecret: 'https://a', searchApiKey: '', validationApiKey: '' };
  const problem = await vault.keychainProblem();
  await vault.setSecret('p', 'clientSecret', 'in-memory', 'https://a');
  const direct = await keychain.set('p/clientSecret', 'x').then(() => null, (thrown) => thrown.problem);
  console.log(JSON.stringify({
    problem, direct, secret: await vault.secret('p', 'clientSecret', 'https://a'), set: await vault.secretsSet('p', addresses),
    other: await createVault(keychain).secretsSet('p', addresses),
  }));`;

async function inChild(command: string, args: string[], environment: NodeJS.ProcessEnv): Promise<unknown> {
  const { DBUS_SESSION_BUS_ADDRESS: _, DISPLAY: __, WAYLAND_DISPLAY: ___, ...rest } = process.env;
  const { stdout } = await promisify(execFile)(command, args, { env: { ...rest, ...environment }, timeout: 600_000 });
  return JSON.parse(stdout.slice(stdout.indexOf('{"problem"')));
}

describe.runIf(process.platform === 'linux')('a Linux machine', () => {
  const node = ['--input-type=module', '-e', script];
  const memoryOnly = (cause: string) => {
    const problem = { code: 'keychain-unavailable', message: 'keychain-unavailable', detail: { cause } };
    return {
      problem,
      direct: problem,
      secret: 'in-memory',
      set: { set: ['clientSecret'], elsewhere: [] },
      other: { set: [], elsewhere: [] },
    };
  };

  it.each([
    ['without a session bus', {}],
    ['with a bus address where nobody listens', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }],
  ])('%s keeps secrets in memory only', async (_, environment) => {
    const runtime = await tempDir();
    expect(await inChild(process.execPath, node, { XDG_RUNTIME_DIR: runtime, ...environment })).toEqual(memoryOnly('no-service'));
  });

  it('with a keyring that cannot be unlocked keeps secrets in memory only, though reading seems to work', async () => {
    const home = await tempDir();
    const environment = { XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home, HOME: home };
    expect(await inChild('dbus-run-session', ['--', process.execPath, ...node], environment)).toEqual(memoryOnly('locked'));
  });
});

describe('a vault', () => {
  const locked = () => new StationError('keychain-unavailable', { cause: 'locked' });
  const refusing: Keychain = {
    get: async () => null,
    set: () => Promise.reject(locked()),
    remove: () => Promise.reject(locked()),
  };

  it('moves secrets from memory to a keychain that is unlocked late', async () => {
    const entries = new Map<string, string>();
    const late = memoryKeychain(entries);
    const unlocked = Promise.withResolvers<void>();
    const keychain: Keychain = { ...late, get: (account) => unlocked.promise.then(() => late.get(account)) };
    const vault = createVault(keychain, { timeoutMs: 1 });
    expect(await vault.keychainProblem()).toMatchObject({ code: 'keychain-unavailable', detail: { cause: 'locked' } });
    await vault.setSecret('p', 'clientSecret', 'early', 'https://a');
    expect(await vault.secret('p', 'clientSecret', 'https://a')).toBe('early');
    expect(entries.size).toBe(0);
    unlocked.resolve();
    await expect.poll(() => vault.keychainProblem()).toBeNull();
    expect([...entries]).toEqual([['p/clientSecret', 'https://a\nearly']]);
    expect(await vault.secret('p', 'clientSecret', 'https://a')).toBe('early');
    // What is typed from then on is there after the next start.
    await vault.setSecret('p', 'clientSecret', 'later\nof two lines', 'https://a');
    expect(await createVault(late).secret('p', 'clientSecret', 'https://a')).toBe('later\nof two lines');
  });

  it('reports a keychain that was locked since as locked, not missing', async () => {
    let now: Keychain = memoryKeychain();
    const keychain: Keychain = {
      get: (account) => now.get(account),
      set: (account, value) => now.set(account, value),
      remove: (account) => now.remove(account),
    };
    const vault = createVault(keychain);
    await vault.setSecret('p', 'clientSecret', 'kept', 'https://a');
    now = refusing;
    const expected = { problem: { code: 'keychain-unavailable', detail: { cause: 'locked' } } };
    await expect(vault.secret('p', 'clientSecret', 'https://a')).rejects.toMatchObject(expected);
    await expect(vault.setSecret('p', 'clientSecret', 'new', 'https://a')).rejects.toMatchObject(expected);
  });
});
