/**
 * The archives for all systems, with Node of each, and the Debian package: installed, started, upgraded and removed on a copy of this
 * machine's files (an overlay that only this test sees). Part of the soak: it fetches Node and compresses half a gigabyte.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { binaryKind } from '../support/binary-kind.ts';
import { version } from '../support/command-line-programs.ts';
import { requirePart } from '../support/need.ts';
import { filesBelow, strayFiles } from '../support/packed-files.ts';
import { plainPdf } from '../support/pdfs.ts';
import { inSoak } from '../support/soak.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const archive = (folder: string, ...args: string[]) =>
  run(process.execPath, [join(root, 'scripts/archive.mjs'), '--out', folder, ...args], { maxBuffer: 2 ** 26 });

test.runIf(inSoak)('the archives of the other systems have Node of their own, and nothing that has no place there', async () => {
  requirePart('registry');
  const folder = await tempDir();
  await archive(folder, '--platform', 'linux-arm64', '--platform', 'win-x64', '--fast');
  const names = { 'linux-arm64': ['tar.gz', 'node'], 'win-x64': ['zip', 'node.exe'] } as const;
  for (const [target, [ending, node]] of Object.entries(names)) {
    const name = `signing-station-${version}-${target}`;
    const into = join(folder, target);
    await mkdir(into);
    const file = join(folder, `${name}.${ending}`);
    await (ending === 'zip' ? run('unzip', ['-q', file, '-d', into]) : run('tar', ['-xzf', file, '-C', into]));
    expect(await binaryKind(join(into, name, node))).toBe(target.replace('win-', 'win32-'));
    expect(await strayFiles(into, await filesBelow(into))).toEqual([]);
  }
});

/** As root in a mount namespace of its own: an overlay over the whole system, with the package in `/root`. */
const inOverlay = (script: string) => `set -e
mount -t tmpfs none "$1"; cd "$1"; mkdir up work root
mount -t overlay overlay -o lowerdir=/,upperdir=up,workdir=work root
mount --bind /proc root/proc; mount --bind /dev root/dev
cp "$2"/* root/root/
chroot root sh -c '${script}'`;

const steps = `set -e
dpkg -i /root/old.deb > /root/log
user="setpriv --reuid=signing-station --regid=signing-station --clear-groups env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8"
install -d -o signing-station -m 0700 /var/lib/signing-station
head -c 32 /dev/zero | base64 > /etc/signing-station/vault-key
systemd-analyze verify signing-station.service 2> /root/unit || true
grep signing-station.service /root/unit && exit 11
serve() {
  rm -f /root/serve
  $user STATION_VAULT_KEY_FILE=/etc/signing-station/vault-key STATION_SERVICE_USERNAME=provider STATION_SERVICE_PASSWORD=correct-horse-9 \\
    station serve --port 0 --lang en --data-dir /var/lib/signing-station/data --settings-file /etc/signing-station/settings.json > /root/serve &
  until grep -qs url /root/serve; do kill -0 $! || exit 12; sleep 0.2; done
  kill -TERM $!
  wait $!
  grep -q stopped /root/serve
}
serve
# The main job, from the installed package.
install -o signing-station /root/contract.pdf /var/lib/signing-station/
$user STATION_VAULT_KEY_FILE=/etc/signing-station/vault-key station sign /var/lib/signing-station/contract.pdf --practice --client-info T-1 \\
  --out /var/lib/signing-station/signed --lang en --data-dir /var/lib/signing-station/data > /root/signed
test "$(head -c 5 /var/lib/signing-station/signed/contract-signed.pdf)" = "%PDF-"
echo "# changed here" >> /etc/signing-station/environment
dpkg -i /root/new.deb > /root/log
serve
test "$($user station --version)" = "$VERSION"
grep -q "changed here" /etc/signing-station/environment
dpkg -r signing-station-server > /root/log
test ! -e /usr/bin/station; test ! -e /usr/lib/signing-station; test -e /etc/signing-station/environment
dpkg -P signing-station-server > /root/log
test ! -e /etc/signing-station/environment; test -e /etc/signing-station/vault-key; test -e /var/lib/signing-station/data
getent passwd signing-station > /dev/null
echo all good`;

test.runIf(inSoak)('the Debian package is installed, started, signs, is upgraded and removed, and leaves what is not its own', async () => {
  requirePart('dpkg');
  const folder = await tempDir();
  await archive(folder, '--platform', `linux-${process.arch}`);
  const [made = ''] = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
  const point = join(folder, 'point');
  const packages = join(folder, 'packages');
  await mkdir(point);
  await mkdir(packages);
  await writeFile(join(packages, 'contract.pdf'), await plainPdf());
  const file = join(folder, made);
  // The earlier version is the same program under a lower number.
  await run('sh', [
    '-ec',
    `cp "$1" "$2/new.deb"; dpkg-deb -R "$1" "$2/tree"; sed -i "s/^Version: .*/Version: 0.0.1/" "$2/tree/DEBIAN/control"; dpkg-deb --root-owner-group -Zgzip -z1 -b "$2/tree" "$2/old.deb"; rm -r "$2/tree"`,
    'sh',
    file,
    packages,
  ]);
  const { stdout } = await run('unshare', ['--mount', 'sh', '-c', inOverlay(steps), 'sh', point, packages], {
    env: { ...process.env, VERSION: version },
  });
  expect(stdout.trim()).toBe('all good');
});
