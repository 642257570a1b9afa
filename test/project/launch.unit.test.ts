/** Whether the Electron binary can run: a system that keeps user namespaces from it ends it at its start. */
import { chmod, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isIsolationRefused } from '../../scripts/lib/project.mjs';
import { tempDir } from '../support/temp-dir.ts';

test('the binary cannot run where user namespaces are restricted, without a helper of root and for anyone but root', async () => {
  const folder = await tempDir();
  const [setting, helper] = [join(folder, 'setting'), join(folder, 'helper')];
  const refused = (uid = 1000) => isIsolationRefused(setting, helper, uid);
  expect(refused()).toBe(false);
  await writeFile(setting, '0\n');
  expect(refused()).toBe(false);
  await writeFile(setting, '1\n');
  expect([refused(), refused(0)]).toEqual([true, false]);
  await writeFile(helper, '');
  await chmod(helper, 0o755);
  expect(refused()).toBe(true);
  if (process.getuid?.() !== 0) return; // only root makes files of root
  await chmod(helper, 0o4755);
  expect(refused()).toBe(false);
  await chown(helper, 1000, 1000);
  await chmod(helper, 0o4755);
  expect(refused()).toBe(true);
});
