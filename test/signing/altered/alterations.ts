/** What happens to a data folder while its station is closed. */
import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Random } from '../../support/kill/random.ts';

const sectorBytes = 512;
const log = 'station.sqlite-wal';
const database = ['station.sqlite', log, 'station.sqlite-shm'];
const ledger = 'sent-ledger';

/** Files of the data folder, relative to it, without the lock. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('lock.sqlite'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();

/** Replaces these files of `to` by those of `from`; removes the ones that `from` does not have. */
function putBack(from: string, to: string, names: readonly string[]): void {
  for (const name of names) {
    rmSync(join(to, name), { force: true });
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  }
}

function damageSector(path: string, random: Random): void {
  const bytes = readFileSync(path);
  const at = random.between(0, Math.max(0, Math.ceil(bytes.length / sectorBytes) - 1)) * sectorBytes;
  randomBytes(sectorBytes).copy(bytes, at, 0, Math.min(sectorBytes, bytes.length - at));
  writeFileSync(path, bytes);
}

function cut(path: string, bytes: number): void {
  truncateSync(path, Math.max(0, statSync(path).size - bytes));
}

const without = (folder: string, excluded: (name: string) => boolean): string[] =>
  filesIn(folder).filter((name) => !excluded(name) && statSync(join(folder, name)).size > 0);

/** Each changes `folder`; `old`: a copy of it from an earlier moment. Returns the names of the files that it meant. */
export const alterations = {
  'nothing is changed': () => [],
  'the key is another one': () => [],
  'a sector of the database is damaged': (folder, random) => damageOne(folder, ['station.sqlite'], random),
  'a sector of the log of the database is damaged': (folder, random) => damageOne(folder, [log], random),
  'a sector of the ledger is damaged': (folder, random) => damageOne(folder, [ledger], random),
  'a sector of any file is damaged': (folder, random) =>
    damageOne(
      folder,
      without(folder, () => false),
      random,
    ),
  'the database is deleted': (folder) => removeAll(folder, database),
  'the log of the database is deleted': (folder) => removeAll(folder, database.slice(1)),
  'the log of the database is cut': (folder, random) => cutOne(folder, log, random.between(1, 20_000)),
  'the ledger is deleted': (folder) => removeAll(folder, [ledger]),
  'the ledger is cut': (folder, random) => cutOne(folder, ledger, random.between(1, 200)),
  'any file is deleted': (folder, random) =>
    removeAll(
      folder,
      random.some(
        without(folder, () => false),
        1,
      ),
    ),
  'an older database is put back': (folder, _random, old) => replaced(folder, old, database),
  'an older log of the database is put back': (folder, _random, old) => replaced(folder, old, database.slice(1)),
  'an older ledger is put back': (folder, _random, old) => replaced(folder, old, [ledger]),
  'an older folder is put back': (folder, _random, old) => replaced(folder, old, [...new Set([...filesIn(folder), ...filesIn(old)])]),
} satisfies Record<string, (folder: string, random: Random, old: string) => string[]>;

export type Alteration = keyof typeof alterations;

function damageOne(folder: string, names: readonly string[], random: Random): string[] {
  const found = random.some(
    names.filter((name) => existsSync(join(folder, name)) && statSync(join(folder, name)).size > 0),
    1,
  );
  for (const name of found) damageSector(join(folder, name), random);
  return found;
}

function removeAll(folder: string, names: readonly string[]): string[] {
  for (const name of names) rmSync(join(folder, name), { force: true });
  return [...names];
}

function cutOne(folder: string, name: string, bytes: number): string[] {
  if (existsSync(join(folder, name))) cut(join(folder, name), bytes);
  return [name];
}

function replaced(folder: string, old: string, names: readonly string[]): string[] {
  putBack(old, folder, names);
  return names.map((name) => basename(name));
}

/** Of all files with their names, without those that SQLite changes when it only reads: the index of a log, and the log of the settings. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  const isStable = (name: string) => !name.startsWith('settings.sqlite') && !name.endsWith('-shm');
  for (const name of filesIn(folder).filter(isStable)) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
