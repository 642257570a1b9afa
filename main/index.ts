/** Entry of the application: the unattended command line, or the desktop (`main/desktop/desktop.ts`). */
import { app } from 'electron';
import { unattendedArguments } from './desktop/arguments.ts';
import { startDesktop } from './desktop/desktop.ts';
import { limitNetwork, systemNetwork } from './desktop/system-network.ts';

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
  limitNetwork();
  const [{ processIo }, { runCommand }] = await Promise.all([import('./cli/support/io.ts'), import('./cli/run-command.ts')]);
  void app
    .whenReady()
    .then(() => runCommand(unattended, Object.assign(processIo(), { system: systemNetwork() })))
    .then((code) => app.exit(code));
}
