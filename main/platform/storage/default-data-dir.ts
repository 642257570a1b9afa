/** Where the station's data are, unless a person names a folder. The desktop application and the command line share them. */
import { join } from 'node:path';
import packageFile from '../../../package.json' with { type: 'json' };

/** On Windows a folder that does not roam: a database that follows the person over the network would be damaged there. */
export function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  const folder = {
    win32: env.LOCALAPPDATA || join(home, 'AppData', 'Local'),
    darwin: join(home, 'Library', 'Application Support'),
  }[platform as string];
  return join(folder ?? (env.XDG_CONFIG_HOME || join(home, '.config')), packageFile.productName);
}
