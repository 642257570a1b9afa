/**
 * Locks a data folder until it is killed: `node hold-data-folder.ts FOLDER desktop|command-line`.
 * Prints `locked`, or the problem's code and cause.
 */

import { problemOf } from '../doors/errors.ts';
import { lockDataFolder } from '../doors/storage.ts';

const [folder = '', holder] = process.argv.slice(2);
try {
  lockDataFolder(folder, holder === 'desktop' ? 'desktop' : 'command-line');
  console.log('locked');
  // Until it is killed, or its parent has ended.
  process.stdin.resume();
} catch (thrown) {
  const { code, detail } = problemOf(thrown);
  console.log(`${code} ${detail?.cause}`);
}
