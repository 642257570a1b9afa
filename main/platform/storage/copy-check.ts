/**
 * Detects that the data folder is a copy: an older one that was put back, or one in another place, whose original may be in use. The
 * database has the identity of its own file, which no copy has.
 */
import { statSync } from 'node:fs';
import { z } from 'zod';
import type { Database } from './database.ts';
import { openJsonRows } from './json-rows.ts';

const identitySchema = z.object({ inode: z.string(), born: z.string() });
/** `born`, `changed`: nanoseconds since 1970; `born` is 0 where the file system does not have it. */
export type FileIdentity = z.infer<typeof identitySchema> & { changed: string };

export type CopyCheck = {
  isCopy: boolean;
  /** From now on this is the original. @throws StationError `disk-full` */
  note(): void;
};

export function identityOf(path: string): FileIdentity {
  const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return { inode: String(ino), born: String(birthtimeNs), changed: String(ctimeNs) };
}

export function openCopyCheck(database: Database, identify: (path: string) => FileIdentity = identityOf): CopyCheck {
  const rows = openJsonRows(database, 'file', identitySchema);
  const { changed, ...now } = identify(database.sql.name);
  const before = rows.get('station');
  return {
    isCopy: before !== null && !isSame(before, { ...now, changed }),
    note() {
      if (before?.inode !== now.inode || before.born !== now.born) rows.put('station', now);
    },
  };
}

/** Nanoseconds: FAT and exFAT store the time of a creation in units of 10 ms. */
const fatTimeUnit = 10_000_000n;

/**
 * The number alone does not say it: file systems give it to the next file when a file is removed, and FAT numbers its files again at each
 * start of the machine. Nor does the time of creation, which some programs copy with the file (`robocopy`, Finder), and which Windows gives
 * to a file whose name was free for less than 15 seconds. An old system reports the time of the last change in place of that of the creation.
 */
function isSame(before: z.infer<typeof identitySchema>, { inode, born, changed }: FileIdentity): boolean {
  if (before.inode === inode) return before.born === born || born === changed;
  return before.born === born && born !== '0' && BigInt(born) % fatTimeUnit === 0n;
}
