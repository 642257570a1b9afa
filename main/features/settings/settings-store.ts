/** Settings, connection profiles and presets, kept in the station's database. */

import type { Preset } from '../../../shared/domain/placement.ts';
import type { Profile, StoredProfile } from '../../../shared/domain/profile.ts';
import type { Settings } from '../../../shared/domain/settings.ts';
import type { ServiceSettings } from '../../../shared/domain/web-service.ts';

export type SettingsStore = {
  settings(): Settings;
  /** @throws StationError `profile-unknown` when the active profile is to be one that there is not */
  change(part: Partial<Settings>): Settings;

  /** Of the client's own web service. */
  service(): ServiceSettings;
  changeService(part: Partial<ServiceSettings>): ServiceSettings;

  profiles(): StoredProfile[];
  /** @throws StationError `profile-unknown` */
  profile(id: string): StoredProfile;
  /** Without an id a new profile is made. @throws StationError `profile-invalid`, `profile-unknown` */
  saveProfile(profile: Profile, id?: string): StoredProfile;
  /** Also leaves practice as the active profile if it was this one; harmless when unknown. Secrets are the vault's business. */
  removeProfile(id: string): void;

  presets(): Preset[];
  /** A preset of the same name is replaced. */
  savePreset(preset: Omit<Preset, 'id'> & { id?: string | undefined }): Preset[];
  removePreset(id: string): Preset[];

  close(): void;
};
