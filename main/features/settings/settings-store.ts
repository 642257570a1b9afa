/** Settings, connection profiles and presets, stored in the station's database. */

import type { Preset } from '../../../shared/domain/placement.ts';
import type { Profile, StoredProfile } from '../../../shared/domain/profile.ts';
import type { Settings } from '../../../shared/domain/settings.ts';
import type { ServiceSettings } from '../../../shared/domain/web-service.ts';

export type SettingsStore = {
  settings(): Settings;
  /** @throws StationError `profile-unknown` when the new active profile does not exist */
  change(part: Partial<Settings>): Settings;

  /** The settings of the client's web service. */
  service(): ServiceSettings;
  changeService(part: Partial<ServiceSettings>): ServiceSettings;

  profiles(): StoredProfile[];
  /** @throws StationError `profile-unknown` */
  profile(id: string): StoredProfile;
  /** Creates a new profile when there is no id. @throws StationError `profile-invalid`, `profile-unknown` */
  saveProfile(profile: Profile, id?: string): StoredProfile;
  /** Also leaves practice as the active profile if it was this one; harmless when unknown. Secrets are the vault's business. */
  removeProfile(id: string): void;

  presets(): Preset[];
  /** A preset of the same name is replaced. */
  savePreset(preset: Omit<Preset, 'id'> & { id?: string | undefined }): Preset[];
  removePreset(id: string): Preset[];

  close(): void;
};
