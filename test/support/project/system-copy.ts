/**
 * A copy of this machine's files, an overlay in memory that only one command sees: the machine itself stays as it was. Needs Linux, root
 * and mount(8).
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { tempDir } from '../temp-dir.ts';

const run = promisify(execFile);

type Trial = {
  /** Copied into `/root` of the copy. */
  files: readonly string[];
  /** A file, for `sh -e` as root in the copy. */
  script: string;
  /** Whether systemd of the machine is started in the copy first, with a network of its own. Needs systemd-nspawn(1). */
  isBooted: boolean;
};

/** What the script prints, with its errors. @throws Error with the same when the script fails */
export async function tryInCopy({ files, script, isBooted }: Trial): Promise<string> {
  const folder = await tempDir();
  const [given, point, output] = [join(folder, 'given'), join(folder, 'point'), join(folder, 'output')];
  await mkdir(given);
  await mkdir(point);
  await writeFile(output, '');
  for (const file of files) await copyFile(file, join(given, basename(file)));
  await copyFile(script, join(given, 'trial.sh'));
  await writeFile(join(given, 'trial.service'), unit);
  const steps = `${mounted}\n${isBooted ? booted : changedRoot}`;
  const failure = await run('unshare', ['--mount', 'sh', '-ec', steps, 'sh', point, given, output], { maxBuffer: 2 ** 26 }).then(
    () => null,
    ({ stderr }: { stderr: string }) => stderr,
  );
  const printed = await readFile(output, 'utf8');
  if (failure !== null) throw new Error(`the trial failed:\n${printed}\n${failure}`);
  return printed;
}

const mounted = `
mount -t tmpfs none "$1"; cd "$1"; mkdir up work root
mount -t overlay overlay -o lowerdir=/,upperdir=up,workdir=work root
cp "$2"/* root/root/
trap 'cat root/root/printed > "$3"' EXIT`;

const changedRoot = `
mount --bind /proc root/proc; mount --bind /dev root/dev
chroot root sh -e /root/trial.sh > root/root/printed 2>&1`;

/** systemd-nspawn refuses a `/run` on the disk. Nothing of the machine's own services is started, and there is no network to wait for. */
const booted = `
mount -t tmpfs none /run
rm -f root/etc/machine-id
mv root/root/trial.service root/etc/systemd/system/
ln -sf /dev/null root/etc/systemd/system/systemd-networkd-wait-online.service
systemd-nspawn -D root --boot --register=no --keep-unit --link-journal=no --private-network systemd.unit=trial.service < /dev/null`;

const unit = `[Unit]
Requires=basic.target
After=basic.target
SuccessAction=exit
FailureAction=exit
FailureActionExitStatus=1
[Service]
Type=oneshot
ExecStart=/bin/sh -e /root/trial.sh
StandardOutput=file:/root/printed
StandardError=inherit
`;
