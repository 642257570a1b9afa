/**
 * Collects crash dumps in the data folder, and uploads none. A dump has a part of the memory of the process that ended, so it may have
 * personal data: it stays on this computer, a report lists it only, and it is removed after some days.
 */
import { app, crashReporter } from 'electron';
import { crashDumpFolder, prepareCrashDumps } from '../platform/log/crash-dumps.ts';

/** Has to be called before `ready`: a process that starts earlier has no reporter. */
export function collectCrashDumps(dataDir: string): void {
  prepareCrashDumps(dataDir, new Date());
  app.setPath('crashDumps', crashDumpFolder(dataDir));
  crashReporter.start({ uploadToServer: false });
}
