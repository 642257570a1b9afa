/** The settings that the web service uses: those that are stored, or those of this run, which are stored nowhere. */
import type { ServiceSettings } from '../../../shared/domain/web-service/web-service.ts';

export type SettingsInForce = {
  current(): ServiceSettings;
  /** Passphrase of the PKCS#12 file; null without one. */
  passphrase(): Promise<string | null>;
  /** Stores the settings. Settings of this run stay in force, except the changed ones. */
  change(part: Partial<ServiceSettings>): void;
  /** Replaces the stored settings until the end of the station, without storing anything; for the command line. */
  useForThisRun(settings: ServiceSettings, passphrase: string | null): void;
};

type SettingsInForceDeps = {
  stored(): ServiceSettings;
  save(part: Partial<ServiceSettings>): ServiceSettings;
  storedPassphrase(): Promise<string | null>;
};

export function createSettingsInForce({ stored, save, storedPassphrase }: SettingsInForceDeps): SettingsInForce {
  let ofRun: { settings: ServiceSettings; passphrase: string | null } | null = null;
  const current = () => ofRun?.settings ?? stored();
  return {
    current,
    async passphrase() {
      if (ofRun) return ofRun.passphrase;
      // A locked keychain does not prevent other transports.
      return current().transport === 'pkcs12' ? storedPassphrase() : null;
    },
    change(part) {
      save(part);
      if (ofRun) ofRun = { ...ofRun, settings: { ...ofRun.settings, ...part } };
    },
    useForThisRun(settings, passphrase) {
      ofRun = { settings, passphrase };
    },
  };
}
