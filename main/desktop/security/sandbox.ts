/** Every page process runs in the operating system's sandbox, whatever its preferences say (Electron security checklist 4). */
import { app } from 'electron';

/** Must run before the application is ready. */
export function enableSandbox(): void {
  app.enableSandbox();
}
