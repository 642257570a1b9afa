/**
 * Makes a folder that stands in for an unpacked distribution of Electron, which cannot be fetched everywhere: the files that
 * electron-builder renames, reads and changes, with the fuse wire where each system has it. Nothing in it runs.
 */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';

const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const fuses = Object.values(FuseV1Options).filter((fuse) => typeof fuse === 'number').length;

/** Sentinel, version 1, number of fuses, and all of them on (https://www.electronjs.org/docs/latest/tutorial/fuses). */
export const fuseWire = (count = fuses): Buffer =>
  Buffer.concat([
    Buffer.alloc(5000, 7),
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, count]),
    Buffer.alloc(count, '1'),
    Buffer.alloc(5000, 7),
  ]);

async function put(folder: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content, { mode: 0o755 });
  }
}

/** A Windows program without code, with the version that electron-builder replaces. */
function windowsProgram(): Buffer {
  const { NtExecutable, NtExecutableResource, Resource } = ofBuilder('resedit');
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const information = Resource.VersionInfo.createEmpty();
  information.setStringValues({ lang: 1033, codepage: 1200 }, { FileDescription: 'Electron', ProductName: 'Electron' });
  information.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  program.setExtraData(Uint8Array.from(fuseWire()).buffer);
  return Buffer.from(program.generate());
}

const plist = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string><key>CFBundleName</key><string>${name}</string></dict></plist>`;

async function macApplication(folder: string): Promise<void> {
  const contents = join(folder, 'Electron.app/Contents');
  const helpers = ['Electron Helper', 'Electron Helper (Renderer)', 'Electron Helper (Plugin)', 'Electron Helper (GPU)'];
  await put(contents, { 'Info.plist': plist('Electron'), 'MacOS/Electron': 'stand-in', 'Resources/en.lproj/locale.pak': '' });
  for (const name of helpers) {
    await put(join(contents, `Frameworks/${name}.app/Contents`), { 'Info.plist': plist(name), [`MacOS/${name}`]: 'stand-in' });
  }
  const framework = join(contents, 'Frameworks/Electron Framework.framework');
  await put(join(framework, 'Versions/A'), { 'Electron Framework': fuseWire(), 'Resources/en.lproj/locale.pak': '' });
  await symlink('A', join(framework, 'Versions/Current'));
  for (const name of ['Electron Framework', 'Resources']) await symlink(`Versions/Current/${name}`, join(framework, name));
}

export async function electronStandIn(folder: string, platform: 'linux' | 'win32' | 'darwin'): Promise<void> {
  await put(folder, { LICENSE: 'of Electron', 'LICENSES.chromium.html': 'of Chromium', version: '0.0.0' });
  if (platform === 'darwin') return macApplication(folder);
  await put(folder, { 'locales/en-US.pak': '', 'locales/es.pak': '', 'locales/de.pak': '' });
  await put(folder, platform === 'linux' ? { electron: fuseWire() } : { 'electron.exe': windowsProgram() });
}
