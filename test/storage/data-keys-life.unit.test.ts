/** Which keys a data folder has: first start, restart, renewal, crashes between its steps, and no keychain. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StationError } from '../support/doors/errors.ts';
import { type Keychain, memoryKeychain } from '../support/doors/keychain.ts';
import { createSealer, type Database, openDataKeys, openMemoryDatabase } from '../support/doors/storage.ts';
import { reasonOf } from '../support/unsealable.ts';

const label = { kind: 'job', id: '1', version: 1 };
const locked = () => Promise.reject(new StationError('keychain-unavailable', { cause: 'locked' }));
const absent = () => Promise.reject(new StationError('keychain-unavailable', { cause: 'no-service' }));
/** As a locked Secret Service is: it reads nothing and writes nothing. */
const lockedKeychain: Keychain = { get: async () => null, set: locked, remove: locked };

/** What survives the process: the database, and what the keychain holds. */
function machine() {
  const entries = new Map<string, string>();
  return { database: openMemoryDatabase(), entries, keychain: memoryKeychain(entries) };
}

function rows(database: Database) {
  return database.sql.prepare('SELECT id, source FROM sealing_key ORDER BY made_at').all();
}

function ids(database: Database): unknown[] {
  return rows(database).map(({ id }) => id);
}

/** The machine as a process left it that was killed at the given call of the keychain or the database. */
async function crashAt(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toThrow('killed');
}

describe('with a keychain', () => {
  it('creates one key at the first start, stores it in the keychain, and finds it at the next', async () => {
    const { database, entries, keychain } = machine();
    const first = await openDataKeys({ database, keychain });
    const { id, key } = first.current();
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(first.notKept).toBeNull();
    expect([...entries]).toEqual([[`data-key/${id}`, key.toString('base64')]]);
    expect(rows(database)).toEqual([{ id, source: 'keychain' }]);
    const again = await openDataKeys({ database, keychain });
    expect(again.current()).toEqual({ id, key });
    expect(again.find(id)).toEqual({ id, key });
    expect([again.old(), again.find('0'.repeat(32))]).toEqual([[], 'unknown']);
    expect([entries.size, rows(database).length]).toEqual([1, 1]);
  });

  it('continues with a new key when the old one is gone, and reports the old one as absent', async () => {
    const { database, entries, keychain } = machine();
    const lost = (await openDataKeys({ database, keychain })).current();
    const sealed = createSealer(await openDataKeys({ database, keychain })).seal(label, 'x');
    entries.clear();
    const keys = await openDataKeys({ database, keychain });
    expect(keys.current().id).not.toBe(lost.id);
    expect([keys.notKept, keys.find(lost.id)]).toEqual([null, 'absent']);
    expect(await reasonOf(() => createSealer(keys).open(label, sealed))).toBe('key-absent');
    // It comes back, as from a backup: it opens what it sealed, and the newer key stays the current one.
    await keychain.set(`data-key/${lost.id}`, lost.key.toString('base64'));
    const both = await openDataKeys({ database, keychain });
    expect([both.current().id, both.old()]).toEqual([keys.current().id, [lost.id]]);
    expect(createSealer(both).open(label, sealed)).toBe('x');
  });

  it.each([
    ['is no key', 'nonsense'],
    ['is another key', randomBytes(32).toString('base64')],
  ])('treats an entry that %s as absent', async (_, value) => {
    const { database, entries, keychain } = machine();
    const { id } = (await openDataKeys({ database, keychain })).current();
    entries.set(`data-key/${id}`, value);
    const keys = await openDataKeys({ database, keychain });
    expect(keys.find(id)).toBe('absent');
    expect(entries.get(`data-key/${id}`)).toBe(value);
  });

  it('finds the keys of a keychain that is unlocked only for a write', async () => {
    const { database, keychain } = machine();
    const { id } = (await openDataKeys({ database, keychain })).current();
    let open = false;
    const asking: Keychain = {
      ...keychain,
      get: async (account) => (open ? keychain.get(account) : null),
      set: async (account, value) => {
        open = true;
        await keychain.set(account, value);
      },
    };
    expect((await openDataKeys({ database, keychain: asking })).current().id).toBe(id);
    expect(ids(database)).toEqual([id]);
  });
});

describe('renewal', () => {
  it('creates a new current key and keeps the old one until it is retired, also after a restart', async () => {
    const { database, entries, keychain } = machine();
    const keys = await openDataKeys({ database, keychain });
    const sealer = createSealer(keys);
    const before = keys.current();
    const sealed = sealer.seal(label, 'x');
    await keys.renew();
    expect(keys.current().id).not.toBe(before.id);
    expect(keys.old()).toEqual([before.id]);
    expect(sealer.open(label, sealed)).toBe('x');
    expect(sealer.keyOf(sealer.seal(label, 'y'))).toBe(keys.current().id);

    const restarted = await openDataKeys({ database, keychain });
    expect([restarted.current(), restarted.old()]).toEqual([keys.current(), [before.id]]);
    await restarted.retireOld();
    expect([restarted.old(), restarted.find(before.id)]).toEqual([[], 'unknown']);
    expect([...entries.keys()]).toEqual([`data-key/${restarted.current().id}`]);
    expect(ids(database)).toEqual([restarted.current().id]);
    expect(await reasonOf(() => createSealer(restarted).open(label, sealed))).toBe('damaged');
  });

  it('makes the newest key the current one, also when the clock was set back', async () => {
    const { database, keychain } = machine();
    const keys = await openDataKeys({ database, keychain });
    database.sql.exec("UPDATE sealing_key SET made_at = '2999-01-01T00:00:00.000Z'");
    await keys.renew();
    await keys.renew();
    expect((await openDataKeys({ database, keychain })).current()).toEqual(keys.current());
  });

  it('does not retire an absent key: its data may be readable later', async () => {
    const { database, entries, keychain } = machine();
    const lost = (await openDataKeys({ database, keychain })).current();
    entries.clear();
    const keys = await openDataKeys({ database, keychain });
    await keys.renew();
    await keys.retireOld();
    expect(keys.find(lost.id)).toBe('absent');
    expect(ids(database)).toEqual([lost.id, keys.current().id]);
  });

  it('changes nothing when the keychain refuses', async () => {
    const { database, keychain } = machine();
    let now = keychain;
    const keys = await openDataKeys({ database, keychain: { ...keychain, set: (...args) => now.set(...args) } });
    const before = keys.current();
    now = lockedKeychain;
    await expect(keys.renew()).rejects.toMatchObject({ problem: { code: 'keychain-unavailable', detail: { cause: 'locked' } } });
    expect([keys.current(), keys.old(), ids(database)]).toEqual([before, [], [before.id]]);
  });
});

describe('a crash', () => {
  const killed = () => {
    throw new Error('killed');
  };

  it('after the first key was stored leaves an unused key', async () => {
    const { database, entries, keychain } = machine();
    await crashAt(openDataKeys({ database: { ...database, transaction: killed }, keychain }));
    expect([entries.size, rows(database)]).toEqual([1, []]);
    const keys = await openDataKeys({ database, keychain });
    expect(ids(database)).toEqual([keys.current().id]);
    expect(entries.get(`data-key/${keys.current().id}`)).toBe(keys.current().key.toString('base64'));
  });

  it.each(['before', 'after'])('in a renewal, %s the new key was stored, leaves the old one current', async (when) => {
    const { database, keychain } = machine();
    let crash = false;
    const dying: Keychain = {
      ...keychain,
      set: async (account, value) => {
        if (crash && when === 'before') killed();
        await keychain.set(account, value);
        if (crash) killed();
      },
    };
    const keys = await openDataKeys({ database, keychain: dying });
    const before = keys.current();
    crash = true;
    await crashAt(keys.renew());
    const restarted = await openDataKeys({ database, keychain });
    expect([restarted.current(), restarted.old()]).toEqual([before, []]);
    await restarted.renew();
    expect((await openDataKeys({ database, keychain })).current()).toEqual(restarted.current());
  });

  it.each(['before', 'after'])('in retiring, %s the old key was removed, leaves the current one and can be done again', async (when) => {
    const { database, entries, keychain } = machine();
    const dying: Keychain = {
      ...keychain,
      remove: async (account) => {
        if (when === 'after') await keychain.remove(account);
        killed();
      },
    };
    const keys = await openDataKeys({ database, keychain: dying });
    const before = keys.current();
    await keys.renew();
    await crashAt(keys.retireOld());
    const restarted = await openDataKeys({ database, keychain });
    expect(restarted.current()).toEqual(keys.current());
    expect(restarted.old()).toEqual(when === 'after' ? [] : [before.id]);
    await restarted.retireOld();
    expect(restarted.old()).toEqual([]);
    expect([...entries.keys()]).toEqual([`data-key/${keys.current().id}`]);
  });
});

describe('with a given key', () => {
  it('uses that key, names it, and never calls the keychain', async () => {
    const { database } = machine();
    const untouched = { get: locked, set: locked, remove: locked };
    const given = randomBytes(32);
    const keys = await openDataKeys({ database, keychain: untouched, given });
    expect(keys.current().key).toEqual(given);
    expect([keys.notKept, keys.old(), rows(database)]).toEqual([null, [], [{ id: keys.current().id, source: 'given' }]]);
    const again = await openDataKeys({ database, keychain: untouched, given: Buffer.from(given) });
    expect(again.current()).toEqual(keys.current());
    expect(rows(database)).toHaveLength(1);
    await expect(again.renew()).rejects.toMatchObject({ problem: { code: 'key-not-renewable' } });
    await again.retireOld();
    expect(again.current()).toEqual(keys.current());
  });

  it('treats keys of the keychain as absent, and the other way round', async () => {
    const { database, keychain } = machine();
    const kept = await openDataKeys({ database, keychain });
    const given = await openDataKeys({ database, keychain, given: randomBytes(32) });
    expect(given.find(kept.current().id)).toBe('absent');
    const again = await openDataKeys({ database, keychain });
    expect(again.current()).toEqual(kept.current());
    expect(again.find(given.current().id)).toBe('absent');
  });
});

describe('without a keychain', () => {
  it.each<[string, Keychain, string]>([
    ['that is locked', lockedKeychain, 'locked'],
    ['that is not there', { get: absent, set: absent, remove: absent }, 'no-service'],
    ['that forgets what it was told', { get: async () => null, set: async () => {}, remove: async () => {} }, 'locked'],
    ['that is silent', { ...lockedKeychain, get: () => new Promise(() => {}) }, 'locked'],
  ])('%s the key is in memory, and says so', async (_, keychain, cause) => {
    const database = openMemoryDatabase();
    const keys = await openDataKeys({ database, keychain, patience: 50 });
    expect(keys.notKept).toEqual({ code: 'queue-not-kept', message: 'queue-not-kept', detail: { cause } });
    const sealer = createSealer(keys);
    expect(sealer.open(label, sealer.seal(label, 'x'))).toBe('x');
    expect(rows(database)).toEqual([]);
    await expect(keys.renew()).rejects.toMatchObject({ problem: { code: 'key-not-renewable' } });
  });

  it('leaves data under the unreachable key as it is', async () => {
    const { database, keychain } = machine();
    const kept = (await openDataKeys({ database, keychain })).current();
    const keys = await openDataKeys({ database, keychain: lockedKeychain });
    expect(keys.notKept).toMatchObject({ code: 'queue-not-kept', detail: { cause: 'locked' } });
    expect([keys.find(kept.id), ids(database)]).toEqual(['absent', [kept.id]]);
    expect((await openDataKeys({ database, keychain })).current()).toEqual(kept);
  });

  it('removes a key that was stored after the wait had ended', async () => {
    const { database, entries, keychain } = machine();
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
    const keys = await openDataKeys({ database, keychain: counted, patience: 1 });
    expect(keys.notKept).toMatchObject({ code: 'queue-not-kept' });
    answer.resolve();
    await expect.poll(() => removed.length).toBe(1);
    expect([entries.size, rows(database)]).toEqual([0, []]);
  });
});
