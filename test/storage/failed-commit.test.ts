/** A commit that the disk refuses in its sync, in a process that ends before another commit: the next start has nothing of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type DiskShimOptions, type DiskStep, prepareDiskShim } from '../support/disk-shim/disk-shim.ts';
import { openSettingsDatabase } from '../support/doors/storage.ts';
import { program } from '../support/runner/programs.ts';
import { tempDir } from '../support/temp-dir.ts';

type Committed = { said: string; steps: DiskStep[]; rows: number };

/** Commits one row in a process of its own, and counts it after the next opening. The steps are those of the commit. */
async function commitOnce(fail?: DiskShimOptions['fail']): Promise<Committed> {
  const scratch = realpathSync(await tempDir());
  const folder = join(scratch, 'data');
  await mkdir(folder);
  const shim = await prepareDiskShim({ roots: [folder], scratch, waits: true, ...(fail && { fail }) });
  const child = spawn(process.execPath, [program('commit-once'), folder], {
    env: { ...process.env, ...shim.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  await shim.arm();
  child.stdin.write('go\n');
  const said = (await text(child.stdout)).trim();
  await closed;
  const steps = await shim.steps();
  await shim.discard();
  const database = openSettingsDatabase(folder);
  const rows = Number(database.sql.prepare("SELECT count(*) AS count FROM json_row WHERE kind = 'test'").get()?.count);
  database.close();
  return { said, steps, rows };
}

test('a commit whose sync fails is not there after the next start', async () => {
  const whole = await commitOnce();
  expect(whole).toMatchObject({ said: 'committed', rows: 1 });
  const at = 1 + whole.steps.findIndex(({ kind, path }) => kind === 'sync' && path.endsWith('-wal'));
  expect(at).toBeGreaterThan(0);
  for (const fail of [
    { with: 'ENOSPC', at, times: 0 },
    { with: 'EIO', at, times: 1 },
  ] as const) {
    const failed = await commitOnce(fail);
    expect(failed.steps[at - 1], JSON.stringify(fail)).toMatchObject({ kind: 'sync', end: 'failed' });
    expect(failed.said).not.toBe('committed');
    expect(failed.rows, JSON.stringify(fail)).toBe(0);
  }
});
