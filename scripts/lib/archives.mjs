/** Archives of the folder of a program: `.tar.gz`, `.zip`, and a Debian package. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setModes } from './command-line.mjs';
import { root } from './project.mjs';

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Needs GNU tar, which sets owner and order. `level` is that of gzip, 1 to 9. */
export function writeTarGz(folder, file, level) {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  const args = ['--create', `--use-compress-program=gzip -n -${level}`, ...owner, `--file=${file}`, `--directory=${dirname(folder)}`];
  execFileSync('tar', [...args, basename(folder)]);
}

export async function writeZip(folder, file) {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const path of filesOf(folder)) zip.addFile(path, relative(dirname(folder), path).replaceAll('\\', '/'));
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

const settingsFiles = ['environment', 'hub-environment', 'hub.json', 'settings.json'];

/**
 * Writes a Debian package that has the program in `/usr/lib/signing-station`. It moves files of `folder`.
 * @param {{ folder: string, file: string, version: string, architecture: string }} parts
 */
export function writeDeb({ folder, file, version, architecture }) {
  const sources = join(root, 'build/command-line/debian');
  const tree = `${folder}-deb`;
  const at = (path) => join(tree, path);
  const library = at('usr/lib/signing-station');
  const documents = at('usr/share/doc/signing-station-server');
  for (const path of ['DEBIAN', 'usr/bin', 'usr/lib/systemd/system', 'etc/signing-station']) mkdirSync(at(path), { recursive: true });
  mkdirSync(dirname(library), { recursive: true });
  renameSync(folder, library);
  cpSync(join(library, 'README.md'), join(documents, 'README.md'));
  cpSync(join(library, 'licences'), documents, { recursive: true });
  symlinkSync('../lib/signing-station/station', at('usr/bin/station'));
  for (const name of readdirSync(join(library, 'service'))) {
    const unit = readFileSync(join(library, 'service', name), 'utf8').replaceAll('/opt/signing-station/', '/usr/lib/signing-station/');
    writeFileSync(at(`usr/lib/systemd/system/${name}`), unit);
  }
  for (const path of ['service', 'README.md', 'licences']) rmSync(join(library, path), { recursive: true });
  for (const name of settingsFiles) cpSync(join(sources, name), at(`etc/signing-station/${name}`));
  for (const name of ['conffiles', 'postinst', 'prerm', 'postrm']) cpSync(join(sources, name), at(`DEBIAN/${name}`));
  const kilobytes = Math.ceil(filesOf(tree).reduce((sum, path) => sum + statSync(path).size, 0) / 1024);
  const values = { VERSION: version, ARCHITECTURE: architecture, SIZE: String(kilobytes) };
  const control = readFileSync(join(sources, 'control'), 'utf8').replaceAll(/@(\w+)@/g, (_, name) => values[name]);
  writeFileSync(at('DEBIAN/control'), control);
  const programs = ['postinst', 'prerm', 'postrm'].map((name) => `DEBIAN/${name}`);
  setModes(tree, [...programs, ...['station', 'node'].map((name) => `usr/lib/signing-station/${name}`)]);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z9', '--build', tree, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
