/** Options of the scripts. */
import { parseArgs } from 'node:util';

/** Reads the arguments; ends the process with 2 and one line for those that the script does not take. @param more of `parseArgs` */
export function readOptions(options = {}, more = {}) {
  try {
    return parseArgs({ options, ...more });
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
