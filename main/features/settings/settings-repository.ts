/** Settings, connection profiles and presets, in `settings.sqlite`; the name of the clerk, as a person's, in the encrypted database. */

import { randomUUID } from 'node:crypto';
import { type Preset, presetSchema } from '../../../shared/domain/placement/placement.ts';
import { type Profile, profileSchema, type StoredProfile, storedProfileSchema } from '../../../shared/domain/settings/profile.ts';
import { type Settings, settingsSchema } from '../../../shared/domain/settings/settings.ts';
import { lowerCased } from '../../../shared/domain/text-folding.ts';
import { type HubEnrolment, hubEnrolmentSchema } from '../../../shared/domain/web-service/hub-state.ts';
import { type ServiceSettings, serviceSettingsSchema } from '../../../shared/domain/web-service/web-service.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { openJsonRows } from '../../platform/storage/json-rows.ts';

export type SettingsRepository = {
  settings(): Settings;
  /** @throws StationError `profile-unknown` when the new active profile does not exist */
  change(part: Partial<Settings>): Settings;

  /** Returns the settings of the client's web service. */
  service(): ServiceSettings;
  changeService(part: Partial<ServiceSettings>): ServiceSettings;

  /** Returns the enrolment of this station at the hub; null for none. */
  hub(): HubEnrolment | null;
  setHub(enrolment: HubEnrolment | null): void;

  profiles(): StoredProfile[];
  /** @throws StationError `profile-unknown` */
  profile(id: string): StoredProfile;
  /**
   * Creates a new profile when there is no id.
   * @throws StationError `profile-invalid`, also when another profile has its name; `profile-unknown`
   */
  saveProfile(profile: Profile, id?: string): StoredProfile;
  /** Makes practice the active profile when it was this one; harmless when unknown. Does not remove its secrets from the vault. */
  removeProfile(id: string): void;

  presets(): Preset[];
  /** Stores a preset; replaces one of the same name. */
  savePreset(preset: Omit<Preset, 'id'> & { id?: string | undefined }): Preset[];
  removePreset(id: string): Preset[];
};

/** Id of the one row of kind `settings`, and of kind `service`. */
const only = 'station';

const clearSchema = settingsSchema.omit({ clerk: true });
const clerkSchema = settingsSchema.pick({ clerk: true });

/**
 * Opens the settings. Every call reads the databases, so that the changes of a second process (the command line) are seen.
 * @param encrypted database in which the name of the clerk is; in memory-only mode that ends with the station
 */
export function openSettingsRepository(database: Database, encrypted: Database): SettingsRepository {
  const settingsRows = openJsonRows(database, 'settings', clearSchema);
  const clerkRows = openJsonRows(encrypted, 'clerk', clerkSchema);
  const serviceRows = openJsonRows(database, 'service', serviceSettingsSchema);
  const hubRows = openJsonRows(database, 'hub', hubEnrolmentSchema);
  const profiles = openJsonRows(database, 'profile', storedProfileSchema);
  const presets = openJsonRows(database, 'preset', presetSchema);

  /**
   * A quarantined profile stays active, and a request for it throws `profile-unknown`: with an automatic fallback to practice a clerk
   * could take practice signatures for real ones.
   */
  const settings: SettingsRepository['settings'] = () => ({
    ...(settingsRows.get(only) ?? clearSchema.parse({})),
    ...(clerkRows.get(only) ?? clerkSchema.parse({})),
  });

  const change: SettingsRepository['change'] = (part) =>
    database.transaction(() => {
      if (part.activeProfileId) profile(part.activeProfileId);
      const changed = settingsSchema.parse({ ...settings(), ...part });
      settingsRows.put(only, clearSchema.parse(changed));
      if (part.clerk !== undefined) clerkRows.put(only, clerkSchema.parse(changed));
      return changed;
    });

  const service: SettingsRepository['service'] = () => serviceRows.get(only) ?? serviceSettingsSchema.parse({});

  const changeService: SettingsRepository['changeService'] = (part) =>
    database.transaction(() => {
      const changed = serviceSettingsSchema.parse({ ...service(), ...part });
      serviceRows.put(only, changed);
      return changed;
    });

  const profile: SettingsRepository['profile'] = (id) => {
    const found = profiles.get(id);
    if (!found) throw new StationError('profile-unknown');
    return found;
  };

  const saveProfile: SettingsRepository['saveProfile'] = (wanted, id) =>
    database.transaction(() => {
      const parsed = profileSchema.safeParse(wanted);
      if (!parsed.success) throw new StationError('profile-invalid', { field: parsed.error.issues[0]?.path.join('.') ?? '' });
      if (id !== undefined) profile(id);
      const namesake = profiles.all().find((other) => other.id !== id && sameName(other, parsed.data));
      if (namesake) throw new StationError('profile-invalid', { field: 'name', context: 'named' });
      const saved = { ...parsed.data, id: id ?? randomUUID() };
      profiles.put(saved.id, saved);
      return saved;
    });

  const removeProfile: SettingsRepository['removeProfile'] = (id) =>
    database.transaction(() => {
      if (settings().activeProfileId === id) change({ activeProfileId: null });
      profiles.remove(id);
    });

  const savePreset: SettingsRepository['savePreset'] = (preset) =>
    database.transaction(() => {
      const namesakes = presets.all().filter((other) => sameName(other, preset));
      const id = preset.id ?? namesakes[0]?.id ?? randomUUID();
      for (const other of namesakes) if (other.id !== id) presets.remove(other.id);
      presets.put(id, presetSchema.parse({ ...preset, id }));
      return presets.all();
    });

  const removePreset: SettingsRepository['removePreset'] = (id) => {
    presets.remove(id);
    return presets.all();
  };

  return {
    settings,
    change,
    service,
    changeService,
    hub: () => hubRows.get(only),
    setHub: (enrolment) => (enrolment === null ? hubRows.remove(only) : hubRows.put(only, enrolment)),
    profiles: profiles.all,
    profile,
    saveProfile,
    removeProfile,
    presets: presets.all,
    savePreset,
    removePreset,
  };
}

/** Whether two names, of presets or of profiles, look the same to a person. */
export function sameName(a: Pick<Preset, 'name'>, b: Pick<Preset, 'name'>): boolean {
  const plain = (name: string) => lowerCased(name.trim());
  return plain(a.name) === plain(b.name);
}
