/** Entry of the unattended mode from a checkout: `node main/cli/index.ts COMMAND …`. */
import { runCommand } from './run.ts';

process.exitCode = await runCommand(process.argv.slice(2));
