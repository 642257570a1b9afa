/** Which keys a data folder has: first start, restart, key rotation, crashes between its steps, and no keychain. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import { StationError } from '../support/doors/errors.ts';
import { type Keychain, memoryKeychain } from '../support/doors/keychain.ts';
import { type Database, openDataKeys, openSettingsDatabase } from '../support/doors/storage.ts';
import { tempDir } from '../support/temp-dir.ts';

const locked = () => Promise.reject(new StationError('keychain-unavailable', { cause: 'locked' }));
const absent = () => Promise.reject(new StationError('keychain-unavailable', { cause: 'no-service' }));
/** Like a locked Secret Service: reads nothing and writes nothing. */
const lockedKeychain: Keychain = { get: async () => null, set: locked, remove: locked };

/** The state that survives the process: the database and the entries of the keychain. */
async function machine() {
  const entries = new Map<string, string>();
  const settings = closing(openSettingsDatabase(await tempDir()));
  return { settings, entries, keychain: memoryKeychain(entries) };
}

/** Opens the keys like a start of the station, and names the current one in the data folder. */
async function start(options: Omit<Parameters<typeof openDataKeys>[0], 'hasData'> & { hasData?: boolean }) {
  const keys = await openDataKeys({ hasData: false, ...options });
  keys.note();
  return keys;
}

function rows(settings: Database) {
  return settings.sql.prepare('SELECT id, source FROM data_key ORDER BY made_at').all();
}

function ids(settings: Database): unknown[] {
  return rows(settings).map(({ id }) => id);
}

/** The state after a kill at the n-th call of the keychain or the database. */
async function crashAt(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toThrow('killed');
}

describe('with a keychain', () => {
  it('creates one key at the first start, stores it in the keychain, and finds it at the next', async () => {
    const { settings, entries, keychain } = await machine();
    const first = await start({ settings, keychain });
    const { id, key } = first.current();
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(first.memoryOnly).toBeNull();
    expect([...entries]).toEqual([[`data-key/${id}`, key.toString('base64')]]);
    expect(rows(settings)).toEqual([{ id, source: 'keychain' }]);
    const again = await start({ settings, keychain });
    expect(again.current()).toEqual({ id, key });
    expect([again.all(), again.isCertain]).toEqual([[{ id, key }], true]);
    expect([entries.size, rows(settings).length]).toEqual([1, 1]);
  });

  it.each([
    ['is gone', null],
    ['is no key', 'nonsense'],
    ['is another key', randomBytes(32).toString('base64')],
  ])('refuses to begin anew where data exist and the entry %s', async (_, value) => {
    const { settings, entries, keychain } = await machine();
    const { id } = (await start({ settings, keychain })).current();
    if (value === null) entries.clear();
    else entries.set(`data-key/${id}`, value);
    const before = [...entries];
    const refused = { problem: { code: 'data-key-missing', detail: { cause: 'keychain' } } };
    await expect(start({ settings, keychain, hasData: true })).rejects.toMatchObject(refused);
    expect([[...entries], ids(settings)]).toEqual([before, [id]]);
  });

  it('makes no new key where data exist and nothing names their key', async () => {
    const { settings, entries, keychain } = await machine();
    const refused = { problem: { code: 'data-key-missing', detail: { cause: 'keychain' } } };
    await expect(start({ settings, keychain, hasData: true })).rejects.toMatchObject(refused);
    expect(entries.size).toBe(0);
  });

  it('is not certain when one of the named keys is missing', async () => {
    const { settings, entries, keychain } = await machine();
    const keys = await start({ settings, keychain });
    const old = keys.current();
    await keys.add();
    entries.delete(`data-key/${keys.current().id}`);
    const again = await start({ settings, keychain, hasData: true });
    expect([again.all(), again.isCertain]).toEqual([[old], false]);
  });

  it('finds the keys of a keychain that is unlocked only for a write', async () => {
    const { settings, keychain } = await machine();
    const { id } = (await start({ settings, keychain })).current();
    let open = false;
    const asking: Keychain = {
      ...keychain,
      get: async (account) => (open ? keychain.get(account) : null),
      set: async (account, value) => {
        open = true;
        await keychain.set(account, value);
      },
    };
    expect((await start({ settings, keychain: asking })).current().id).toBe(id);
    expect(ids(settings)).toEqual([id]);
  });
});

describe('a key rotation', () => {
  it('creates a new current key and reads the old one until it is forgotten, also after a restart', async () => {
    const { settings, entries, keychain } = await machine();
    const keys = await start({ settings, keychain });
    const before = keys.current();
    await keys.add();
    expect(keys.current().id).not.toBe(before.id);
    expect(keys.all()).toEqual([keys.current(), before]);

    const restarted = await start({ settings, keychain });
    expect(restarted.all()).toEqual([keys.current(), before]);
    restarted.forgetOld();
    expect(restarted.all()).toEqual([keys.current()]);
    expect(ids(settings)).toEqual([restarted.current().id]);
    expect((await start({ settings, keychain })).all()).toEqual([keys.current()]);
    // Another data folder may use it.
    expect([...entries.keys()]).toEqual([`data-key/${before.id}`, `data-key/${restarted.current().id}`]);
  });

  it('makes the newest key the current one, also when the clock was set back', async () => {
    const { settings, keychain } = await machine();
    const keys = await start({ settings, keychain });
    settings.sql.exec("UPDATE data_key SET made_at = '2999-01-01T00:00:00.000Z'");
    await keys.add();
    await keys.add();
    expect((await start({ settings, keychain })).current()).toEqual(keys.current());
  });

  it('changes nothing when the keychain refuses', async () => {
    const { settings, keychain } = await machine();
    let now = keychain;
    const keys = await start({ settings, keychain: { ...keychain, set: (...args) => now.set(...args) } });
    const before = keys.current();
    now = lockedKeychain;
    await expect(keys.add()).rejects.toMatchObject({ problem: { code: 'keychain-unavailable', detail: { cause: 'locked' } } });
    expect([keys.all(), ids(settings)]).toEqual([[before], [before.id]]);
  });
});

describe('a crash', () => {
  const killed = () => {
    throw new Error('killed');
  };

  it('after the first key was stored leaves an unused key', async () => {
    const { settings, entries, keychain } = await machine();
    await crashAt(start({ settings: { ...settings, transaction: killed }, keychain }));
    expect([entries.size, rows(settings)]).toEqual([1, []]);
    const keys = await start({ settings, keychain });
    expect(ids(settings)).toEqual([keys.current().id]);
    expect(entries.get(`data-key/${keys.current().id}`)).toBe(keys.current().key.toString('base64'));
  });

  it.each(['before', 'after'])('in a key rotation, %s the new key was stored, leaves the old one current', async (when) => {
    const { settings, keychain } = await machine();
    let crash = false;
    const dying: Keychain = {
      ...keychain,
      set: async (account, value) => {
        if (crash && when === 'before') killed();
        await keychain.set(account, value);
        if (crash) killed();
      },
    };
    const keys = await start({ settings, keychain: dying });
    const before = keys.current();
    crash = true;
    await crashAt(keys.add());
    const restarted = await start({ settings, keychain });
    expect(restarted.all()).toEqual([before]);
    await restarted.add();
    expect((await start({ settings, keychain })).current()).toEqual(restarted.current());
  });
});

describe('with a key from the environment', () => {
  it('uses that key, names it, and never calls the keychain', async () => {
    const { settings } = await machine();
    const untouched = { get: locked, set: locked, remove: locked };
    const vaultKey = randomBytes(32);
    const keys = await start({ settings, keychain: untouched, vaultKey });
    expect(keys.current().key).toEqual(vaultKey);
    expect([keys.memoryOnly, keys.all().length, rows(settings)]).toEqual([null, 1, [{ id: keys.current().id, source: 'environment' }]]);
    const again = await start({ settings, keychain: untouched, vaultKey: Buffer.from(vaultKey) });
    expect(again.current()).toEqual(keys.current());
    expect(rows(settings)).toHaveLength(1);
    await expect(again.add()).rejects.toMatchObject({ problem: { code: 'key-not-renewable' } });
    again.forgetOld();
    expect(again.current()).toEqual(keys.current());
  });

  it('is certain only where it is the key that the data folder names, or there are no data', async () => {
    const { settings, keychain } = await machine();
    const vaultKey = randomBytes(32);
    const certain = async (options: { vaultKey: Buffer; hasData: boolean }) =>
      (await openDataKeys({ settings, keychain, ...options })).isCertain;
    expect([await certain({ vaultKey, hasData: false }), await certain({ vaultKey, hasData: true })]).toEqual([true, false]);
    await start({ settings, keychain, vaultKey });
    expect(await certain({ vaultKey, hasData: true })).toBe(true);
    expect(await certain({ vaultKey: randomBytes(32), hasData: true })).toBe(false);
    const refused = { problem: { code: 'data-key-missing' } };
    await expect(start({ settings, keychain, hasData: true })).rejects.toMatchObject(refused);
  });
});

describe('without a keychain', () => {
  it.each<[string, Keychain, string]>([
    ['that is locked', lockedKeychain, 'locked'],
    ['that is not there', { get: absent, set: absent, remove: absent }, 'no-service'],
    ['that forgets what it was told', { get: async () => null, set: async () => {}, remove: async () => {} }, 'locked'],
    ['that is silent', { ...lockedKeychain, get: () => new Promise(() => {}) }, 'locked'],
  ])('%s the key is in memory, and says so', async (_, keychain, cause) => {
    const { settings } = await machine();
    const keys = await openDataKeys({ settings, keychain, hasData: false, timeoutMs: 50 });
    expect(keys.memoryOnly).toEqual({ code: 'memory-only', message: 'memory-only', detail: { cause } });
    expect(keys.current().key).toHaveLength(32);
    expect(rows(settings)).toEqual([]);
    await expect(keys.add()).rejects.toMatchObject({ problem: { code: 'key-not-renewable' } });
  });

  it('leaves data under the unreachable key as it is', async () => {
    const { settings, keychain } = await machine();
    const before = (await start({ settings, keychain })).current();
    const keys = await openDataKeys({ settings, keychain: lockedKeychain, hasData: true });
    expect(keys.memoryOnly).toMatchObject({ code: 'memory-only', detail: { cause: 'locked' } });
    expect([keys.all().some(({ id }) => id === before.id), ids(settings)]).toEqual([false, [before.id]]);
    expect((await start({ settings, keychain })).current()).toEqual(before);
  });

  it('removes a key that was stored after the wait had ended', async () => {
    const { settings, entries, keychain } = await machine();
    const answer = Promise.withResolvers<void>();
    const slow: Keychain = { ...keychain, set: (account, value) => answer.promise.then(() => keychain.set(account, value)) };
    const removed: string[] = [];
    const counted: Keychain = {
      ...slow,
      remove: async (account) => {
        await keychain.remove(account);
        removed.push(account);
      },
    };
    const keys = await openDataKeys({ settings, keychain: counted, hasData: false, timeoutMs: 1 });
    expect(keys.memoryOnly).toMatchObject({ code: 'memory-only' });
    answer.resolve();
    await expect.poll(() => removed.length).toBe(1);
    expect([entries.size, rows(settings)]).toEqual([0, []]);
  });
});
