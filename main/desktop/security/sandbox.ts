/** Runs every page process in the operating system's sandbox, independent of its preferences (Electron security checklist 4). */
import { app } from 'electron';

/** Must run before the application is ready. */
export function enableSandbox(): void {
  app.enableSandbox();
}
