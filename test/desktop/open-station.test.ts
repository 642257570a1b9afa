/** Opening the station for the window. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStation } from '../support/doors/desktop.ts';
import { noLog } from '../support/doors/log.ts';
import { lockDataFolder } from '../support/doors/storage.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a station that cannot be connected to the window is closed', async () => {
  const dataDir = await tempDir();
  const fault = new Error('no menu');
  const showMenu = () => {
    throw fault;
  };
  const opening = openStation({ dataDir, log: noLog, appearanceFile: join(dataDir, 'appearance.json'), window: () => null, showMenu });
  await expect(opening).rejects.toBe(fault);
  lockDataFolder(dataDir, 'desktop').release();
});
