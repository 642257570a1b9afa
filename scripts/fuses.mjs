/**
 * Sets the fuses of a packed Electron binary, before it is signed (`scripts/after-pack.mjs`; Electron
 * security checklist 19). electron-builder's own option does not know all of them. Every one is stated, and
 * `strictlyRequireAllFuses` fails the build for one that a later Electron adds.
 */
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

const fuses = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // WebAssembly is trapped by the processor rather than by checks of its own; off is for scarce address space.
  [FuseV1Options.WasmTrapHandlers]: true,
};

/** @param {{ appOutDir: string, electronPlatformName: string, packager: { executableName?: string, appInfo: { productFilename: string } } }} context electron-builder's */
export default async function setFuses({ appOutDir, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo;
  const names = { darwin: `${productFilename}.app`, win32: `${productFilename}.exe`, linux: packager.executableName };
  await flipFuses(join(appOutDir, names[electronPlatformName]), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Flipping breaks the signature that macOS demands of every ARM binary; this makes one, for builds that are not signed.
    resetAdHocDarwinSignature: electronPlatformName === 'darwin' && process.platform === 'darwin',
    ...fuses,
  });
}
