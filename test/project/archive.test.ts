/** The command line as a program of its own (`scripts/archive.mjs`): what is in it for each system. */
import { execFile } from 'node:child_process';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliBundle } from '../../scripts/lib/cli-bundle.mjs';
import { targets, writeCommandLine } from '../../scripts/lib/command-line.mjs';
import { binaryKind } from '../support/project/binary-kind.ts';
import { filesBelow, strayFiles } from '../support/project/packed-files.ts';
import { tempDir } from '../support/temp-dir.ts';

test('each system gets its own native files and launcher, and no source, test, map or secret', async () => {
  const bundle = await cliBundle();
  const scratch = await tempDir();
  const node = join(scratch, 'any');
  await writeFile(node, 'Node of the target');
  for (const [target, { platform, arch }] of Object.entries(targets)) {
    const folder = join(scratch, target);
    writeCommandLine({ target, folder, bundle, node, nodeVersion: '24.0.0', licence: node });
    const files = await filesBelow(folder);
    const onWindows = platform === 'win32';
    const natives = files.filter((name) => name.endsWith('.node'));
    expect(natives).toEqual([
      `app/node_modules/better-sqlite3-multiple-ciphers/prebuilds/${platform}-${arch}.node`,
      `app/node_modules/keytar/prebuilds/${platform}-${arch}/keytar.node`,
    ]);
    for (const name of natives) expect([`${platform}-${arch}`, 'darwin-universal']).toContain(await binaryKind(join(folder, name)));
    expect(await strayFiles(folder, files)).toEqual([]);
    expect(await readdir(join(folder, 'licences'))).toEqual(['node.txt', 'sbom.cdx.json', 'third-party-notices.txt']);
    const services = { linux: ['service'], win32: ['service'], darwin: [] }[platform] ?? [];
    expect((await readdir(folder)).sort()).toEqual(
      ['README.md', 'app', 'licences', ...(onWindows ? ['node.exe', 'station.cmd'] : ['node', 'station']), ...services].sort(),
    );
    if (process.platform === 'win32') continue;
    expect((await stat(join(folder, onWindows ? 'node.exe' : 'station'))).mode & 0o777).toBe(onWindows ? 0o644 : 0o755);
    expect((await stat(join(folder, 'app/station.js'))).mode & 0o777).toBe(0o644);
  }
});

test.runIf(process.platform === 'linux').each(['/proc/none', '/dev/null/none', join(import.meta.dirname, 'archive.test.ts')])(
  'an archive in %s, where no folder can be made, ends with that as its reason',
  async (out) => {
    const script = join(import.meta.dirname, '../../scripts/archive.mjs');
    const ended = await new Promise<{ code: unknown; said: string }>((resolve) => {
      execFile(process.execPath, [script, '--out', out], { timeout: 60_000 }, (error, _, said) => resolve({ code: error?.code, said }));
    });
    expect(ended).toEqual({ code: 2, said: expect.stringMatching(/^The archive can't be written: E[A-Z]+: .*\n$/) });
  },
);
