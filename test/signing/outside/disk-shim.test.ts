/** The disk shim does what the kill tests rely on: it loses what was not synced, keeps what was, and fails or kills at the step asked for. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { type DiskShimOptions, prepareDiskShim } from '../../support/disk-shim/disk-shim.ts';
import { createRandom } from '../../support/kill/random.ts';
import { tempDir } from '../../support/temp-dir.ts';

async function disk() {
  const scratch = await realpath(await tempDir());
  const root = join(scratch, 'data');
  await mkdir(root);
  return { scratch, root };
}

/** Runs a script in `root`, under the shim. It may end itself as a power cut would, by `die()`. */
async function run(script: string, { scratch, root }: { scratch: string; root: string }, options: Partial<DiskShimOptions> = {}) {
  const shim = await prepareDiskShim({ roots: [root], scratch, ...options });
  const die = 'const die = () => process.kill(process.pid, "SIGKILL");';
  const imports =
    'import * as fs from "node:fs"; import { open, writeFile } from "node:fs/promises"; import { DatabaseSync } from "node:sqlite";';
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${imports}${die}${script}`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...shim.env },
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const [code, signal] = await once(child, 'close');
  return { shim, said, end: code ?? signal };
}

const syncFolder = 'const folder = fs.openSync("."); fs.fsyncSync(folder);';

describe('a power cut', () => {
  test('loses writes since the last fsync, not synced ones', async () => {
    const at = await disk();
    await writeFile(join(at.root, 'before'), 'there before');
    const { shim, end } = await run(
      `const file = fs.openSync("synced", "w");
       fs.writeSync(file, "kept");
       fs.fsyncSync(file);
       ${syncFolder}
       fs.writeSync(file, " and lost");
       fs.writeSync(file, "LOST", 0);
       fs.writeFileSync("before", "overwritten");
       fs.writeFileSync("never-synced", "lost");
       die();`,
      at,
    );
    expect(end).toBe('SIGKILL');
    expect(await readFile(join(at.root, 'synced'), 'utf8')).toBe('LOST and lost');
    await shim.cutPower();
    expect(await readFile(join(at.root, 'synced'), 'utf8')).toBe('kept');
    expect(await readFile(join(at.root, 'before'), 'utf8')).toBe('there before');
    expect((await readdir(at.root)).sort()).toEqual(['before', 'synced']);
  });

  test('also loses writes of the thread pool, which io_uring does not hide', async () => {
    const at = await disk();
    const { shim } = await run(
      `const file = await open("synced", "w");
       await file.writeFile("kept");
       await file.sync();
       ${syncFolder}
       await file.writeFile(" and lost");
       await writeFile("never-synced", "lost");
       die();`,
      at,
    );
    expect((await shim.steps()).map(({ kind }) => kind)).toEqual(['create', 'write', 'sync', 'sync-folder', 'write', 'create', 'write']);
    await shim.cutPower();
    expect(await readdir(at.root)).toEqual(['synced']);
    expect(await readFile(join(at.root, 'synced'), 'utf8')).toBe('kept');
  });

  test('undoes changes of names without an fsync of the folder', async () => {
    const at = await disk();
    for (const name of ['moved', 'removed', 'replaced', 'linked']) await writeFile(join(at.root, name), name);
    const { shim } = await run(
      `fs.renameSync("moved", "moved-durably");
       ${syncFolder}
       fs.unlinkSync("removed");
       fs.renameSync("moved-durably", "replaced");
       fs.linkSync("linked", "second-name");
       fs.unlinkSync("linked");
       die();`,
      at,
    );
    expect((await readdir(at.root)).sort()).toEqual(['replaced', 'second-name']);
    await shim.cutPower();
    const names = (await readdir(at.root)).sort();
    expect(names).toEqual(['linked', 'moved-durably', 'removed', 'replaced']);
    const contents = await Promise.all(names.map((name) => readFile(join(at.root, name), 'utf8')));
    expect(contents).toEqual(['linked', 'moved', 'removed', 'replaced']);
  });

  test('leaves a random part of the unsynced pages, each whole', async () => {
    const at = await disk();
    const pages = 64;
    await writeFile(join(at.root, 'file'), Buffer.alloc(pages * 4096, 'a'));
    const { shim } = await run(`fs.writeFileSync("file", Buffer.alloc(${pages} * 4096, "b"), { flag: "r+" }); die();`, at);
    await shim.cutPower(createRandom(1));
    const bytes = await readFile(join(at.root, 'file'));
    const found = Array.from({ length: pages }, (_, page) => new Set(bytes.subarray(page * 4096, (page + 1) * 4096)));
    expect(bytes).toHaveLength(pages * 4096);
    expect(found.every(({ size }) => size === 1)).toBe(true);
    expect(new Set(found.flatMap((page) => [...page]))).toEqual(new Set([97, 98]));
  });

  test('leaves a synced transaction of SQLite, and loses an unsynced one', async () => {
    const at = await disk();
    const { shim } = await run(
      `const sql = new DatabaseSync("test.sqlite");
       sql.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('synced')");
       sql.exec("PRAGMA synchronous = OFF; INSERT INTO t VALUES ('not synced')");
       die();`,
      at,
    );
    const rows = () => {
      const sql = new DatabaseSync(join(at.root, 'test.sqlite'));
      const found = sql.prepare('SELECT x FROM t').all();
      expect(sql.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
      sql.close();
      return found.map(({ x }) => x);
    };
    await shim.cutPower();
    expect(rows()).toEqual(['synced']);
  });

  test('loses nothing when everything reached the disk after all', async () => {
    const at = await disk();
    const { shim } = await run('fs.writeFileSync("file", "kept"); die();', at);
    await shim.discard();
    expect(await readFile(join(at.root, 'file'), 'utf8')).toBe('kept');
    expect(await readdir(at.scratch)).toEqual(['data']);
  });
});

describe('a disk that fails', () => {
  const writes = `for (let n = 1; n <= 5; n += 1) {
      try { fs.appendFileSync("file", String(n)); console.log("made"); } catch (thrown) { console.log(thrown.code); }
    }`;

  // The first step makes the file.
  test.each([
    ['EIO', 3, 1, ['made', 'EIO', 'made', 'made', 'made']],
    ['ENOSPC', 3, 2, ['made', 'ENOSPC', 'ENOSPC', 'made', 'made']],
    ['ENOSPC', 4, 0, ['made', 'made', 'ENOSPC', 'ENOSPC', 'ENOSPC']],
  ] as const)('with %s at step %i, %i times (0: from then on)', async (code, step, times, expected) => {
    const at = await disk();
    const { said, shim } = await run(writes, at, { fail: { with: code, at: step, times } });
    expect(said.trim().split('\n')).toEqual(expected);
    const lost = new Set(expected.flatMap((what, index) => (what === 'made' ? [] : [String(index + 1)])));
    expect(await readFile(join(at.root, 'file'), 'utf8')).toBe([...'12345'].filter((n) => !lost.has(n)).join(''));
    expect((await shim.steps()).filter(({ end }) => end === 'failed')).toHaveLength(lost.size);
  });

  test('at an fsync, which then has made nothing durable', async () => {
    const at = await disk();
    await writeFile(join(at.root, 'file'), 'old');
    const { said, shim } = await run(
      `const file = fs.openSync("file", "r+");
       fs.writeSync(file, "new");
       try { fs.fsyncSync(file); } catch (thrown) { console.log(thrown.code); }
       die();`,
      at,
      { fail: { with: 'EIO', at: 2, times: 1 } },
    );
    expect(said.trim()).toBe('EIO');
    await shim.cutPower();
    expect(await readFile(join(at.root, 'file'), 'utf8')).toBe('old');
  });

  test('by a chance that a seed gives again', async () => {
    const results = await Promise.all(
      [7, 7, 8].map(
        async (seed) => (await run(writes.replace('5', '40'), await disk(), { failBy: { with: 'EIO', chance: 0.3, seed } })).said,
      ),
    );
    expect(results[0]).toBe(results[1]);
    expect(results[0]).not.toBe(results[2]);
    expect(results[0]).toContain('EIO');
  });
});

test('a process is killed before the step that was asked for, in the folder that was asked for', async () => {
  const at = await disk();
  await mkdir(join(at.root, 'counted'));
  const { end, shim } = await run(
    `fs.writeFileSync("not-counted", "");
     fs.writeFileSync("counted/one", "1");
     fs.writeFileSync("counted/two", "2");`,
    at,
    { under: join(at.root, 'counted'), killAt: 4 },
  );
  expect(end).toBe('SIGKILL');
  expect((await shim.steps()).map(({ kind, end: how }) => `${kind} ${how}`)).toEqual([
    'create made',
    'write made',
    'create made',
    'write killed',
  ]);
  await shim.discard();
  expect(await readFile(join(at.root, 'counted', 'two'), 'utf8')).toBe('');
});
