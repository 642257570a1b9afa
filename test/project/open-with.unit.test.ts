/** The installers offer the station for PDFs in "Open with", and make it the default program nowhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { offerOpenWith } from '../../scripts/msi-open-with.mjs';

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** As electron-builder 26 writes them. */
const project = `<Component>
  <File Name="chrome.pak" Source="a"/>
</Component>
<Component>
  <File Name="Signing Station.exe" Source="b" ReadOnly="yes" KeyPath="yes" Id="mainExecutable">
    <Shortcut Id="startMenuShortcut" Directory="ProgramMenuFolder"/>
  </File>
</Component>`;

test('the MSI adds a program to those of .pdf, and removes it with the application', () => {
  const [, other = '', main = ''] = offerOpenWith(project, 'Signing Station.exe').split('<Component>');
  expect(other).not.toContain('Registry');
  const values = [...main.matchAll(/Key="([^"]+)"(?: Name="([^"]+)")? Type="string" Value="([^"]*)"/g)].map((found) => found.slice(1));
  expect(values).toEqual([
    ['Software\\Classes\\SigningStation.pdf', undefined, 'PDF'],
    [
      'Software\\Classes\\SigningStation.pdf\\shell\\open\\command',
      undefined,
      '&quot;[APPLICATIONFOLDER]Signing Station.exe&quot; &quot;%1&quot;',
    ],
    ['Software\\Classes\\.pdf\\OpenWithProgids', 'SigningStation.pdf', ''],
  ]);
  expect(() => offerOpenWith('<Wix/>', 'x')).toThrow('main executable');
});

test('the installer for one user writes the same keys, and removes what it wrote', () => {
  const script = text('build/installer.nsh');
  const written = [...script.matchAll(/^ *WriteReg\w+ (\w+) "([^"]+)" "([^"]*)"/gm)].map(([, where, key, name]) => [where, key, name]);
  expect(written).toEqual([
    ['SHELL_CONTEXT', 'Software\\Classes\\SigningStation.pdf', ''],
    ['SHELL_CONTEXT', 'Software\\Classes\\SigningStation.pdf\\shell\\open\\command', ''],
    ['SHELL_CONTEXT', 'Software\\Classes\\.pdf\\OpenWithProgids', 'SigningStation.pdf'],
  ]);
  const removed = [...script.matchAll(/^ *(DeleteReg\w+) SHELL_CONTEXT "([^"]+)"(?: "([^"]*)")?/gm)].map((found) => found.slice(1));
  expect(removed).toEqual([
    ['DeleteRegValue', 'Software\\Classes\\.pdf\\OpenWithProgids', 'SigningStation.pdf'],
    ['DeleteRegKey', 'Software\\Classes\\SigningStation.pdf', undefined],
  ]);
});

test('macOS has the station as a viewer of PDFs, behind all others; electron-builder associates nothing on Windows', () => {
  const [common = '', rest = ''] = text('electron-builder.yml').split(/^win:$/m);
  const [windows = '', mac = ''] = rest.split(/^mac:$/m);
  expect(common + windows).not.toMatch(/^ *fileAssociations:/m);
  expect(common).toContain('msiProjectCreated: scripts/msi-open-with.mjs');
  expect(mac.replace(/\s+/g, ' ')).toContain('fileAssociations: - ext: pdf name: PDF role: Viewer rank: Alternate');
});
