import { describe, expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import { type PlacementRule, profileSchema } from '../support/doors/domain.ts';
import { StationError } from '../support/doors/errors.ts';
import { openSettingsRepository } from '../support/doors/settings.ts';
import { type Database, openMemoryDatabase, openSettingsDatabase } from '../support/doors/storage.ts';
import { tempDir } from '../support/temp-dir.ts';

const profile = profileSchema.parse({ name: 'Main branch', search: { url: 'https://search.example/search', projectName: 'n' } });
const rule: PlacementRule = { page: -1, anchor: 'bottom-right', x: 36, y: 36, width: 200, height: 60 };
const policy = {
  clearScreening: { level: 'off', override: true, hours: 24 },
  approvedFace: { level: 'off', override: true },
  recordAlerts: { level: 'warn', override: true },
  sameIdentification: { level: 'warn', override: true },
  blockedPerson: { level: 'stop', override: true },
};
const defaults = {
  language: 'system',
  theme: 'system',
  lengthUnit: 'point',
  outputFolder: null,
  outputMount: null,
  activeProfileId: null,
  clerk: '',
  policy,
  retentionDays: 365,
  firstStepsShown: false,
};

async function open(dataDir?: string) {
  const folder = dataDir ?? (await tempDir());
  const database = closing(openSettingsDatabase(folder));
  return { folder, database, store: openSettingsRepository(database, database) };
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof StationError) return thrown.problem.code;
    throw thrown;
  }
  return 'no problem';
}

describe('settings', () => {
  it('start with their defaults and survive restarts', async () => {
    const first = await open();
    expect(first.store.settings()).toEqual(defaults);
    expect(first.store.change({ language: 'en', outputFolder: '/señal 📄' })).toEqual({
      ...defaults,
      language: 'en',
      outputFolder: '/señal 📄',
    });
    first.store.change({ theme: 'dark' });
    first.database.close();
    const { store } = await open(first.folder);
    expect(store.settings()).toEqual({ ...defaults, language: 'en', outputFolder: '/señal 📄', theme: 'dark' });
  });

  it('have the name of the clerk in the encrypted database alone, until it is taken away', async () => {
    const database = closing(openSettingsDatabase(await tempDir()));
    const encrypted = openMemoryDatabase();
    const store = openSettingsRepository(database, encrypted);
    const texts = (of: Database) => JSON.stringify(of.sql.prepare('SELECT value FROM json_row').all());
    store.change({ clerk: 'Ana Rojas', theme: 'dark' });
    expect([texts(database).includes('Ana Rojas'), texts(encrypted).includes('Ana Rojas')]).toEqual([false, true]);
    expect(store.change({ clerk: '' })).toMatchObject({ clerk: '', theme: 'dark' });
    expect([store.settings().clerk, texts(encrypted).includes('Ana Rojas')]).toEqual(['', false]);
    encrypted.close();
  });

  it('of the web service change one by one, and an enrolment at the hub ends', async () => {
    const { store } = await open();
    store.changeService({ port: 9_443 });
    expect(store.changeService({ watchedFolder: '/contracts' })).toMatchObject({ port: 9_443, watchedFolder: '/contracts' });
    expect(store.service()).toMatchObject({ port: 9_443, watchedFolder: '/contracts' });
    const enrolment = { address: 'https://hub', stationId: crypto.randomUUID(), name: 'Centro', hubName: 'Casa', enrolledAt: '' };
    store.setHub(enrolment);
    expect(store.hub()).toEqual(enrolment);
    store.setHub(null);
    expect(store.hub()).toBeNull();
  });

  it('are seen by a second process on the same folder', async () => {
    const first = await open();
    const second = await open(first.folder);
    for (const theme of ['dark', 'light'] as const) {
      first.store.change({ theme });
      expect(second.store.settings().theme).toBe(theme);
    }
  });

  it('are each caller’s own', async () => {
    const { store } = await open();
    store.change({ clerk: 'Marta' });
    for (const _ of [1, 2]) {
      const settings = store.settings();
      expect(settings).toEqual({ ...defaults, clerk: 'Marta' });
      settings.policy.clearScreening.level = 'stop';
    }
  });

  it.each([
    ['no JSON', '{"language": "en', 'not JSON'],
    ['another shape', '{"language": "fr"}', 'language: invalid_value'],
  ])('of %s are quarantined unchanged, with the reason, and the defaults apply', async (_, text, reason) => {
    const { store, database } = await open();
    store.change({ language: 'en' });
    database.sql.prepare('UPDATE json_row SET value = ?').run(text);
    expect(store.settings()).toEqual(defaults);
    expect(database.sql.prepare('SELECT kind, id, value, reason FROM quarantine').all()).toEqual([
      { kind: 'settings', id: 'station', value: text, reason },
    ]);
    expect(database.notices()).toEqual([
      { code: 'settings-unreadable', message: 'settings-unreadable', detail: { cause: 'row', kind: 'settings', id: 'station' } },
    ]);
    expect(store.change({ theme: 'dark' }).theme).toBe('dark');
    expect(database.sql.prepare('SELECT count(*) AS n FROM quarantine').get()).toEqual({ n: 1 });
  });
});

describe('profiles', () => {
  it('get an id, are replaced under it and keep their position', async () => {
    const { store } = await open();
    const one = store.saveProfile(profile);
    const two = store.saveProfile({ ...profile, name: 'Two' });
    expect(one.id).not.toBe(two.id);
    store.saveProfile({ ...profile, name: 'One' }, one.id);
    expect(store.profiles().map(({ id, name }) => [id, name])).toEqual([
      [one.id, 'One'],
      [two.id, 'Two'],
    ]);
    expect(store.profile(one.id)).toEqual({ ...profile, name: 'One', id: one.id });
  });

  it('cannot be read, replaced or made active under an unknown id', async () => {
    const { store } = await open();
    expect(codeOf(() => store.profile('x'))).toBe('profile-unknown');
    expect(codeOf(() => store.saveProfile(profile, 'x'))).toBe('profile-unknown');
    expect(codeOf(() => store.change({ activeProfileId: 'x' }))).toBe('profile-unknown');
    expect(store.settings().activeProfileId).toBeNull();
  });

  it('are refused with the field at fault', async () => {
    const { store } = await open();
    const wrong = {
      ...profile,
      search: {
        url: 'https://user:pass@search.example',
        projectName: 'n',
        judicialFlag: 'SearchJudicialBranch' as const,
        concurrency: 4,
        perMinute: 0,
        rules: [],
      },
    };
    expect(() => store.saveProfile(wrong)).toThrow(
      expect.objectContaining({ problem: { code: 'profile-invalid', message: 'profile-invalid', detail: { field: 'search.url' } } }),
    );
    expect(store.profiles()).toEqual([]);
  });

  it('have names of their own, whatever their case', async () => {
    const { store } = await open();
    const one = store.saveProfile({ ...profile, name: 'Sucursal Ñuñoa' });
    const two = store.saveProfile({ ...profile, name: 'Two' });
    for (const id of [undefined, two.id])
      expect(() => store.saveProfile({ ...profile, name: ' SUCURSAL ñuñoa' }, id)).toThrow(
        expect.objectContaining({
          problem: { code: 'profile-invalid', message: 'profile-invalid', detail: { field: 'name', context: 'named' } },
        }),
      );
    store.saveProfile({ ...profile, name: 'SUCURSAL ÑUÑOA' }, one.id);
    expect(store.profiles().map(({ name }) => name)).toEqual(['SUCURSAL ÑUÑOA', 'Two']);
  });

  it('when removed while active, make practice active', async () => {
    const { store } = await open();
    const one = store.saveProfile(profile);
    const two = store.saveProfile({ ...profile, name: 'Two' });
    store.change({ activeProfileId: one.id });
    store.removeProfile(two.id);
    expect(store.settings().activeProfileId).toBe(one.id);
    store.removeProfile(one.id);
    store.removeProfile(one.id);
    expect(store.settings().activeProfileId).toBeNull();
    expect(store.profiles()).toEqual([]);
  });

  it('stay active when quarantined, so that no one gets practice unnoticed', async () => {
    const { store, database } = await open();
    const one = store.saveProfile(profile);
    const two = store.saveProfile({ ...profile, name: 'Two' });
    store.change({ activeProfileId: one.id });
    database.sql.prepare("UPDATE json_row SET value = '{}' WHERE id = ?").run(one.id);
    expect(store.profiles().map(({ id }) => id)).toEqual([two.id]);
    expect(store.settings().activeProfileId).toBe(one.id);
    expect(codeOf(() => store.profile(one.id))).toBe('profile-unknown');
  });
});

describe('presets', () => {
  it('of one name replace each other, whatever the case and Unicode form', async () => {
    const { store } = await open();
    const [first] = store.savePreset({ name: 'Última página', rule });
    expect(store.savePreset({ name: ' u\u0301ltima PA\u0301GINA ', rule: { ...rule, page: 1 } })).toEqual([
      { id: first?.id, name: 'u\u0301ltima PA\u0301GINA', rule: { ...rule, page: 1 } },
    ]);
  });

  it('renamed to another’s name replace it', async () => {
    const { store } = await open();
    store.savePreset({ name: 'a', rule });
    const b = store.savePreset({ name: 'b', rule })[1];
    expect(store.savePreset({ id: b?.id, name: 'a', rule })).toEqual([{ id: b?.id, name: 'a', rule }]);
    expect(store.removePreset(b?.id ?? '')).toEqual([]);
  });
});
