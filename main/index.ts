/** Entry of the application: the unattended command line, or the desktop (`main/shell/desktop.ts`). */
import { app } from 'electron';
import { runCommand } from './cli/run.ts';
import { unattendedArguments } from './shell/arguments.ts';
import { startDesktop } from './shell/desktop.ts';

const unattended = unattendedArguments(process.argv);

if (unattended === null) {
  startDesktop();
} else {
  app.dock?.hide();
  void runCommand(unattended).then((code) => app.exit(code));
}
