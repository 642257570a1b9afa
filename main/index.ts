/** Entry of the application: the unattended command line, or the desktop (`main/desktop/desktop.ts`). */
import { app, session } from 'electron';
import { unattendedArguments } from './desktop/arguments.ts';
import { startDesktop } from './desktop/desktop.ts';
import { systemProxy } from './desktop/system-proxy.ts';

const unattended = unattendedArguments(process.argv);

if (unattended === null) {
  startDesktop();
} else {
  app.dock?.hide();
  // Electron's own handler of a signal quits the application: the command decides when it ends, as it does on Node.
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (!process.emit('SIGTERM')) app.exit(143);
  });
  const proxy = async (url: string) => {
    await app.whenReady(); // sessions are there only then
    return systemProxy(session.defaultSession)(url);
  };
  const [{ processIo }, { runCommand }] = await Promise.all([import('./cli/support/io.ts'), import('./cli/run-command.ts')]);
  void runCommand(unattended, { ...processIo(), systemProxy: proxy }).then((code) => app.exit(code));
}
