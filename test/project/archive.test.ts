/** The command line as a program of its own (`scripts/archive.mjs`): what is in it for each system, and that it runs without the checkout. */
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { binaryKind } from '../support/binary-kind.ts';
import { cliBundle, ownTarget, targets, version, writeCommandLine } from '../support/command-line-programs.ts';
import { filesBelow, strayFiles } from '../support/packed-files.ts';
import { plainPdf } from '../support/pdfs.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
/** The user `nobody`, when the test runs as root. */
const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A folder that another user reaches: temporary folders of a run are for its own user alone. */
async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(other.uid === undefined ? tmpdir() : '/tmp', 'station-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  await chmod(folder, 0o755);
  return folder;
}

test.runIf(['linux-x64', 'linux-arm64', 'win-x64'].includes(ownTarget))(
  'the archive of this system signs in practice mode, unpacked anywhere, as an unprivileged user',
  async () => {
    const folder = await openFolder();
    await run(process.execPath, [join(root, 'scripts/archive.mjs'), '--platform', ownTarget, '--fast', '--out', folder], { cwd: folder });
    const name = `signing-station-${version}-${ownTarget}`;
    const archive = `${name}.${process.platform === 'win32' ? 'zip' : 'tar.gz'}`;
    expect(await readdir(folder)).toContain(archive);
    await run('tar', ['-xf', archive], { cwd: folder });
    const home = join(folder, 'home');
    await mkdir(home);
    await writeFile(join(folder, 'contract.pdf'), await plainPdf());
    if (other.uid !== undefined) await chown(home, other.uid, other.gid);
    const env = { PATH: process.env.PATH, HOME: home, APPDATA: home, STATION_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') };
    const onWindows = process.platform === 'win32';
    const program = join(folder, name, onWindows ? 'station.cmd' : 'station');
    const station = (...args: string[]) => run(program, [...args, '--lang', 'en'], { cwd: home, env, shell: onWindows, ...other });
    expect((await station('--help')).stdout).toContain('sign FILE_OR_FOLDER');
    const signed = await station('sign', join(folder, 'contract.pdf'), '--practice', '--client-info', 'T-1', '--out', 'signed', '--json');
    expect(JSON.parse(signed.stdout).documents).toMatchObject([{ status: 'signed', verification: { bottomLine: 'signed' } }]);
    expect((await readFile(join(home, 'signed/contract-signed.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
    const listed = await station('queue', 'list', '--json');
    expect(JSON.parse(listed.stdout).documents).toMatchObject([{ status: 'signed' }]);
    await expect(station('sign', 'missing.pdf', '--practice', '--client-info', 'T-1')).rejects.toMatchObject({ code: 4 });
  },
);

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
