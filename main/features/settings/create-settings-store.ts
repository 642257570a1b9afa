/** Settings, connection profiles and presets in the station's database. */

import { randomUUID } from 'node:crypto';
import { type Preset, presetSchema } from '../../../shared/domain/placement.ts';
import { profileSchema, storedProfileSchema } from '../../../shared/domain/profile.ts';
import { settingsSchema } from '../../../shared/domain/settings.ts';
import { lowerCased } from '../../../shared/domain/text-folding.ts';
import { serviceSettingsSchema } from '../../../shared/domain/web-service.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { openJsonRows } from '../../platform/storage/json-rows.ts';
import type { SettingsStore } from './settings-store.ts';

/** The one row of kind `settings`, and of kind `service`. */
const only = 'station';

/**
 * Every call reads from the database again, so that a second process on the same data folder (the command line) is
 * seen. `close` closes the database.
 */
export function createSettingsStore(database: Database): SettingsStore {
  const settingsRows = openJsonRows(database, 'settings', settingsSchema);
  const serviceRows = openJsonRows(database, 'service', serviceSettingsSchema);
  const profiles = openJsonRows(database, 'profile', storedProfileSchema);
  const presets = openJsonRows(database, 'preset', presetSchema);

  /**
   * An active profile that went to quarantine stays active: whoever asks for it hears `profile-unknown`.
   * An automatic fallback to practice would let a clerk take practice signatures for real ones.
   */
  const settings: SettingsStore['settings'] = () => settingsRows.get(only) ?? settingsSchema.parse({});

  const change: SettingsStore['change'] = (part) =>
    database.transaction(() => {
      if (part.activeProfileId) profile(part.activeProfileId);
      const changed = settingsSchema.parse({ ...settings(), ...part });
      settingsRows.put(only, changed);
      return changed;
    });

  const service: SettingsStore['service'] = () => serviceRows.get(only) ?? serviceSettingsSchema.parse({});

  const changeService: SettingsStore['changeService'] = (part) =>
    database.transaction(() => {
      const changed = serviceSettingsSchema.parse({ ...service(), ...part });
      serviceRows.put(only, changed);
      return changed;
    });

  const profile: SettingsStore['profile'] = (id) => {
    const found = profiles.get(id);
    if (!found) throw new StationError('profile-unknown');
    return found;
  };

  const saveProfile: SettingsStore['saveProfile'] = (wanted, id) =>
    database.transaction(() => {
      const parsed = profileSchema.safeParse(wanted);
      if (!parsed.success) throw new StationError('profile-invalid', { field: parsed.error.issues[0]?.path.join('.') ?? '' });
      if (id !== undefined) profile(id);
      const saved = { ...parsed.data, id: id ?? randomUUID() };
      profiles.put(saved.id, saved);
      return saved;
    });

  const removeProfile: SettingsStore['removeProfile'] = (id) =>
    database.transaction(() => {
      if (settings().activeProfileId === id) change({ activeProfileId: null });
      profiles.remove(id);
    });

  const savePreset: SettingsStore['savePreset'] = (preset) =>
    database.transaction(() => {
      const namesakes = presets.all().filter((other) => sameName(other, preset));
      const id = preset.id ?? namesakes[0]?.id ?? randomUUID();
      for (const other of namesakes) if (other.id !== id) presets.remove(other.id);
      presets.put(id, presetSchema.parse({ ...preset, id }));
      return presets.all();
    });

  const removePreset: SettingsStore['removePreset'] = (id) => {
    presets.remove(id);
    return presets.all();
  };

  return {
    settings,
    change,
    service,
    changeService,
    profiles: profiles.all,
    profile,
    saveProfile,
    removeProfile,
    presets: presets.all,
    savePreset,
    removePreset,
    close: database.close,
  };
}

/** Names that a person takes for one. */
function sameName(a: Pick<Preset, 'name'>, b: Pick<Preset, 'name'>): boolean {
  const plain = (name: string) => lowerCased(name.trim());
  return plain(a.name) === plain(b.name);
}
