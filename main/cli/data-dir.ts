/** Where the station's state lives when nothing else is said: the desktop's own folder (Electron's `userData`). */
import { homedir } from 'node:os';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };

export function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string = env.HOME || homedir()): string {
  const folder = {
    win32: env.APPDATA || join(home, 'AppData', 'Roaming'),
    darwin: join(home, 'Library', 'Application Support'),
  }[platform as string];
  return join(folder ?? (env.XDG_CONFIG_HOME || join(home, '.config')), packageFile.productName);
}
