/** A whole station with the client's own web service listening on 127.0.0.1, and a user who may call it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createStation, type Station } from './doors/app.ts';
import { type ServiceSettings, serviceSettingsSchema } from './doors/domain.ts';
import { tempDir } from './temp-dir.ts';

export type ServiceDesk = {
  station: Station;
  /** `{client_base_url}` */
  url: string;
  user: { username: string; password: string };
  dataDir: string;
  /** For files to publish. */
  folder: string;
  /** The station ends and begins again on the same data folder, with the same settings; `station` and `url` are other ones then. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

export type ServiceDeskOptions = { settings?: Partial<ServiceSettings>; passphrase?: string; vaultKey?: Buffer };

const user = { username: 'provider', password: 'a long enough password' };

export async function openServiceDesk(options: ServiceDeskOptions = {}): Promise<ServiceDesk> {
  const dataDir = await tempDir();
  const folder = join(await tempDir(), 'documents');
  mkdirSync(folder);
  const settings = serviceSettingsSchema.parse({ port: 0, ...options.settings });
  const vaultKey = options.vaultKey ?? Buffer.alloc(32, 7);

  async function open(): Promise<{ station: Station; url: string }> {
    const station = await createStation({ dataDir, vaultKey, sending: 'manual' });
    try {
      await station.service.users.provide(user.username, user.password);
      await station.service.serve(settings, options.passphrase ?? null);
      return { station, url: station.service.state().urls[0] ?? '' };
    } catch (thrown) {
      await station.close();
      throw thrown;
    }
  }

  let open_ = true;
  const desk: ServiceDesk = {
    ...(await open()),
    user,
    dataDir,
    folder,
    async restart() {
      await desk.close();
      Object.assign(desk, await open());
      open_ = true;
    },
    async close() {
      if (!open_) return;
      open_ = false;
      await desk.station.close();
    },
  };
  onTestFinished(() => desk.close());
  return desk;
}
