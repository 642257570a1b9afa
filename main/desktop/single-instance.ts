/** One station per data folder: a second start brings the first to the front and hands it its files. */
import { app } from 'electron';
import { readArguments } from './arguments.ts';

/** False when another instance took over and this one should end. */
export function claimSingleInstance(handOver: (paths: string[]) => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, argv, workingDirectory) => {
    handOver(readArguments(argv, workingDirectory, app.isPackaged).paths);
  });
  return true;
}
