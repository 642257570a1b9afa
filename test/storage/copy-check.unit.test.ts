/** Whether the file of the database is the one that the database knows, or a copy of it. */
import { expect, test } from 'vitest';
import { openCopyCheck, openMemoryDatabase } from '../support/doors/storage.ts';

const file = { inode: '7', born: '100', changed: '200' };

test.each([
  ['the same file after a change', { ...file, changed: '300' }, false],
  ['another file', { inode: '8', born: '150', changed: '200' }, true],
  ['another file with the number of the removed one', { ...file, born: '150' }, true],
  ['a copy that has the time of creation of its original', { ...file, inode: '9' }, true],
  ['files that FAT has numbered again', { ...file, inode: '9', born: '1700000000010000000' }, false],
  ['another file where there are no times of creation', { ...file, inode: '9', born: '0' }, true],
  ['the same file where the last change counts as the creation', { ...file, born: '300', changed: '300' }, false],
])('%s', (_, now, isCopy) => {
  const database = openMemoryDatabase();
  const before = now.inode === '9' ? { ...file, born: now.born } : file;
  const first = openCopyCheck(database, () => before);
  expect(first.isCopy).toBe(false);
  first.note();
  const check = openCopyCheck(database, () => now);
  expect(check.isCopy).toBe(isCopy);
  check.note();
  expect(openCopyCheck(database, () => now).isCopy).toBe(false);
});
