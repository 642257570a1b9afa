/** The file of the ledger: synced appends, and atomic replacement. In memory in memory-only mode. */
import {
  closeSync,
  copyFileSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { StationError } from '../../../../shared/errors.ts';
import { dataFolderProblem, systemCode } from '../../../platform/files/disk-problem.ts';
import { renameFileSync } from '../../../platform/files/files-in-use.ts';
import type { Source } from './rules/frames.ts';

/** Each function @throws StationError `disk-full`, `data-folder-unusable`; then nothing has changed. */
export type LedgerFile = Source & {
  /** Appends bytes; they are on the disk when it returns. */
  append(bytes: Buffer): void;
  cut(size: number): void;
  /** Begins a new file, which replaces this one when it is finished. */
  replacement(): Replacement;
  close(): void;
};

export type Replacement = { size: number; write(bytes: Buffer): void; finish(): void; discard(): void };

const fileName = 'sent-ledger';
const pathIn = (dataDir: string) => join(dataDir, fileName);

/** Opens the ledger file; null when there is none. */
export function openLedgerFile(dataDir: string): LedgerFile | null {
  removeUnfinished(dataDir);
  try {
    return onDisk(dataDir, openSync(pathIn(dataDir), 'r+'));
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return null;
    throw dataFolderProblem(thrown);
  }
}

/** Makes a file with these bytes; it replaces an existing one. */
export function makeLedgerFile(dataDir: string, bytes: Buffer): LedgerFile {
  return step(() => {
    const next = openPart(dataDir);
    try {
      writeAll(next, bytes, 0);
      fsyncSync(next);
    } finally {
      closeSync(next);
    }
    renameFileSync(partIn(dataDir), pathIn(dataDir));
    syncFolder(dataDir);
    return onDisk(dataDir, openSync(pathIn(dataDir), 'r+'));
  });
}

/** Quarantines the file under a second name, so that it stays when another file replaces it. Returns the name; null without a file. */
export function quarantineLedgerFile(dataDir: string, at: Date): string | null {
  const name = `${fileName}-damaged-${at.toISOString().replaceAll(/[:.]/g, '-')}`;
  return step(() => {
    try {
      linkSync(pathIn(dataDir), join(dataDir, name));
    } catch (thrown) {
      if (systemCode(thrown) === 'ENOENT') return null;
      // A file system without links.
      copyFileSync(pathIn(dataDir), join(dataDir, name));
    }
    syncFolder(dataDir);
    return name;
  });
}

export function memoryLedgerFile(): LedgerFile {
  let content: Buffer = Buffer.alloc(0);
  return {
    get size() {
      return content.length;
    },
    read: (at, length) => content.subarray(at, at + length),
    append(bytes) {
      content = Buffer.concat([content, bytes]);
    },
    cut(size) {
      content = content.subarray(0, size);
    },
    replacement() {
      const written: Buffer[] = [];
      return {
        size: 0,
        write(bytes) {
          written.push(bytes);
          this.size += bytes.length;
        },
        finish() {
          content = Buffer.concat(written);
        },
        discard: () => undefined,
      };
    },
    close: () => undefined,
  };
}

/** In place of the number of a file that is closed: every use of it throws. */
const closed = -1;

function onDisk(dataDir: string, opened: number): LedgerFile {
  let file = opened;
  let size = fstatSync(file).size;
  /** Bytes of a failed append may follow the end. */
  let hasLeftover = false;
  /** The folder may not have the file's name yet: a power cut would bring back the file before. */
  let isUnnamed = false;
  return {
    get size() {
      return size;
    },
    read(at, length) {
      const bytes = Buffer.alloc(length);
      let filled = 0;
      while (filled < length) {
        const count = step(() => readSync(file, bytes, filled, length - filled, at + filled));
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    },
    append(bytes) {
      step(() => {
        if (isUnnamed) syncName();
        if (hasLeftover) ftruncateSync(file, size);
        hasLeftover = true;
        try {
          writeAll(file, bytes, size);
          fdatasyncSync(file);
          size += bytes.length;
          hasLeftover = false;
        } catch (thrown) {
          // Which bytes a failed sync has written is unknown: the next append writes them again.
          dropLeftover();
          throw thrown;
        }
      });
    },
    cut(to) {
      step(() => ftruncateSync(file, to));
      size = to;
      // After a power cut the entry may be there again: then its documents are in doubt, and nothing is lost.
      quietly(() => fdatasyncSync(file));
    },
    replacement() {
      let part: number | null = step(() => openPart(dataDir));
      // Once a number is closed, the process gives it to the next file that it opens.
      const closePart = () => {
        const opened = part;
        part = null;
        if (opened !== null) closeSync(opened);
      };
      return {
        size: 0,
        write(bytes) {
          step(() => writeAll(part ?? closed, bytes, this.size));
          this.size += bytes.length;
        },
        finish() {
          step(() => {
            try {
              fsyncSync(part ?? closed);
            } finally {
              closePart();
            }
            // Windows replaces no file that is open.
            closeFile();
            try {
              renameFileSync(partIn(dataDir), pathIn(dataDir));
            } finally {
              file = openSync(pathIn(dataDir), 'r+');
              size = fstatSync(file).size;
              hasLeftover = false;
            }
            isUnnamed = true;
            quietly(syncName);
          });
        },
        discard() {
          quietly(closePart);
          quietly(() => removeUnfinished(dataDir));
        },
      };
    },
    close: closeFile,
  };

  function closeFile(): void {
    const opened = file;
    file = closed;
    if (opened !== closed) closeSync(opened);
  }

  function syncName(): void {
    syncFolder(dataDir);
    isUnnamed = false;
  }

  function dropLeftover(): void {
    quietly(() => {
      ftruncateSync(file, size);
      hasLeftover = false;
    });
  }
}

/** Ignores errors of steps that the next append repeats. */
function quietly(work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (systemCode(thrown) === null && !(thrown instanceof StationError)) throw thrown;
  }
}

const partIn = (dataDir: string) => `${pathIn(dataDir)}.part`;
const openPart = (dataDir: string): number => openSync(partIn(dataDir), 'w', 0o600);

function removeUnfinished(dataDir: string): void {
  step(() => rmSync(partIn(dataDir), { recursive: true, force: true }));
}

function writeAll(file: number, bytes: Buffer, at: number): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written, bytes.length - written, at + written);
}

/** Syncs the names in the folder. Windows opens no folders; its file system syncs names on its own. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function step<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw systemCode(thrown) === null ? thrown : dataFolderProblem(thrown);
  }
}
