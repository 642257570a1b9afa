/** Holds a data folder until it is killed: `node hold-data-folder.ts FOLDER desktop|command-line`. Prints `held`, or the code and cause of the problem. */

import { problemOf } from './doors/errors.ts';
import { lockDataFolder } from './doors/storage.ts';

const [folder = '', holder] = process.argv.slice(2);
try {
  lockDataFolder(folder, holder === 'desktop' ? 'desktop' : 'command-line');
  console.log('held');
  // Until it is killed, or the one who started it is gone.
  process.stdin.resume();
} catch (thrown) {
  const { code, detail } = problemOf(thrown);
  console.log(`${code} ${detail?.cause}`);
}
