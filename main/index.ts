/** Entry of the application: the unattended command line, or the desktop (`main/shell/desktop.ts`). */
import { app, session } from 'electron';
import { unattendedArguments } from './shell/arguments.ts';
import { startDesktop } from './shell/desktop.ts';
import { systemProxy } from './shell/system-proxy.ts';

const unattended = unattendedArguments(process.argv);

if (unattended === null) {
  startDesktop();
} else {
  app.dock?.hide();
  const proxy = async (url: string) => {
    await app.whenReady(); // sessions are there only then
    return systemProxy(session.defaultSession)(url);
  };
  const [{ processIo }, { runCommand }] = await Promise.all([import('./cli/io.ts'), import('./cli/run.ts')]);
  void runCommand(unattended, { ...processIo(), systemProxy: proxy }).then((code) => app.exit(code));
}
