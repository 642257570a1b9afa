/**
 * Commits one row after another, while a thread writes the log back. Prints the number of each once it is committed, from the time on at which
 * the thread has written for the first time: `node commit-and-write-back.ts FOLDER`. Ends when it is killed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { logState, openStationDatabase, startWriteBack } from '../doors/storage.ts';

const key = Buffer.alloc(32, 7);
const database = openStationDatabase(process.argv[2] ?? '', key);
startWriteBack(database, () => key, 20);
const insert = database.sql.prepare("INSERT INTO json_row (kind, id, value) VALUES ('test', ?, ?)");
const state = logState(database.sql);
let hasWritten = false;
for (let number = 1; ; number += 1) {
  database.transaction(() => insert.run(String(number), 'x'.repeat(3_000)));
  hasWritten ||= state().written > 0;
  if (hasWritten) process.stdout.write(`${number}\n`);
  await nextTurn();
}
