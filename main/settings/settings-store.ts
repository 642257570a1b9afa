/** Settings, connection profiles and presets, kept in the station's database. */
import type { Preset } from '../../shared/domain/placement.ts';
import type { Profile, StoredProfile } from '../../shared/domain/profile.ts';
import type { Settings } from '../../shared/domain/settings.ts';

export type SettingsStore = {
  settings(): Settings;
  change(part: Partial<Settings>): Settings;

  profiles(): StoredProfile[];
  /** @throws StationError `profile-unknown` */
  profile(id: string): StoredProfile;
  saveProfile(profile: Profile, id?: string): StoredProfile;
  /** Also leaves practice as the active profile if it was this one. Secrets are the vault's business. */
  removeProfile(id: string): void;

  presets(): Preset[];
  savePreset(preset: Omit<Preset, 'id'> & { id?: string | undefined }): Preset[];
  removePreset(id: string): Preset[];

  close(): void;
};
