/** Entry of the command line from a checkout: `node main/cli/index.ts COMMAND …`. */
import { runCommand } from './run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2));
