/**
 * Offers the application for PDFs in "Open with" of Windows (`msiProjectCreated` of electron-builder.yml). `fileAssociations` of
 * electron-builder would make it the default program: WiX writes the default value of `.pdf`, and a person's own choice would be gone.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const classes = 'Software\\Classes';
/** The same keys as in `build/installer.nsh`. */
const programId = 'SigningStation.pdf';

/** @param {string} project the WiX project @param {string} executable name of the application's file */
export function offerOpenWith(project, executable) {
  const command = `&quot;[APPLICATIONFOLDER]${executable}&quot; &quot;%1&quot;`;
  const values = [
    ['', `${classes}\\${programId}`, 'PDF'],
    ['', `${classes}\\${programId}\\shell\\open\\command`, command],
    [programId, `${classes}\\.pdf\\OpenWithProgids`, ''],
  ].map(
    ([name, key, value]) =>
      `<RegistryValue Root="HKLM" Key="${key}"${name === '' ? '' : ` Name="${name}"`} Type="string" Value="${value}" KeyPath="no"/>`,
  );
  const main = /(<File [^>]*Id="mainExecutable"[\s\S]*?)(<\/Component>)/;
  if (!main.test(project)) throw new Error('the MSI project has no component of the main executable');
  return project.replace(main, (_, before, end) => `${before}${values.join('\n')}\n${end}`);
}

/** @param {string} path of the WiX project */
export default function changeProject(path) {
  const project = readFileSync(path, 'utf8');
  writeFileSync(path, offerOpenWith(project, 'Signing Station.exe'));
}
