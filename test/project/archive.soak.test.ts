/** The archive of the command line (`scripts/archive.mjs`): it runs without the checkout, as another user. */
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { version } from '../../scripts/lib/command-line.mjs';
import { ownTarget } from '../../scripts/lib/node-binary.mjs';
import { plainPdf } from '../support/pdf/pdfs.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
/** A test of root runs the archive as the user `nobody`. */
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
