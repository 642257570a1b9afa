/**
 * Opens the settings of a data folder, prints `ready`, waits for a line, commits one row, prints `committed` or the problem's code,
 * and is killed: `node commit-once.ts FOLDER`.
 */

import { once } from 'node:events';
import { problemOf } from '../doors/errors.ts';
import { openSettingsDatabase } from '../doors/storage.ts';

const database = openSettingsDatabase(process.argv[2] ?? '');
console.log('ready');
await once(process.stdin, 'data');
try {
  database.transaction(() => void database.sql.exec("INSERT INTO json_row (kind, id, value) VALUES ('test', 'row', '{}')"));
  console.log('committed');
} catch (thrown) {
  console.log(problemOf(thrown).code);
}
process.kill(process.pid, 'SIGKILL');
