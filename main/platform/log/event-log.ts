/**
 * The log of a data folder: one line of JSON an event, in files that rotate. The only writer of logs on disk. What an event may say is
 * in `log-events.ts`; anything else that reaches the logger is left out and counted.
 */
import { closeSync, openSync, readdirSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../../../package.json' with { type: 'json' };
import { makeFolder } from '../files/make-folder.ts';
import { allowedFields, allowedLine, type LogEventName, type LogFields, logEvents, type programs } from './log-events.ts';

export type EventLog = {
  write<E extends LogEventName>(event: E, fields: LogFields<E>): void;
  close(): void;
};

/** Bytes of a file, after which the next one begins, and the maximum number of files. */
const maxFileBytes = 1024 * 1024;
const maxFiles = 5;

export const logFolder = (dataDir: string): string => join(dataDir, 'logs');
const fileName = (number: number): string => (number === 0 ? 'station.log' : `station.${number}.log`);

/** Nothing is written. */
export const noLog: EventLog = { write: () => undefined, close: () => undefined };

/**
 * Opens the log. Each line is in the file when `write` returns, so that a process that dies has logged all events before.
 * A log that cannot be written never stops the work: its lines are lost. Several processes may write, each whole lines.
 */
export function openEventLog(dataDir: string, fileBytes = maxFileBytes): EventLog {
  const destination = rotatingFile(logFolder(dataDir), fileBytes);
  return {
    write(event, fields) {
      if (!Object.hasOwn(logEvents, event)) return;
      const { fields: allowed, withheld } = allowedFields(event, fields);
      const line = { level: 'info', at: new Date().toISOString(), pid: process.pid, event, ...allowed, ...(withheld > 0 && { withheld }) };
      destination.write(`${JSON.stringify(line)}\n`);
    },
    close: () => destination.close(),
  };
}

/** The facts of the process for `started`. */
export const processFacts = (program: (typeof programs)[number]): LogFields<'started'> => ({
  program,
  version: packageFile.version,
  node: process.versions.node,
  electron: process.versions.electron,
  platform: process.platform as LogFields<'started'>['platform'],
  arch: process.arch as LogFields<'started'>['arch'],
});

function rotatingFile(folder: string, fileBytes: number): { write(line: string): void; close(): void } {
  let file: number | null = null;
  let size = 0;
  const path = (number: number): string => join(folder, fileName(number));

  function open(): number {
    makeFolder(folder, 0o700);
    file = openSync(path(0), 'a', 0o600);
    size = statSync(path(0)).size;
    return file;
  }

  function rotate(): void {
    if (file !== null) closeSync(file);
    file = null;
    const names = new Set(readdirSync(folder));
    // The oldest is replaced.
    for (let number = maxFiles - 2; number >= 0; number -= 1) if (names.has(fileName(number))) renameSync(path(number), path(number + 1));
  }

  return {
    write(line) {
      try {
        if (file !== null && size >= fileBytes) rotate();
        const written = writeSync(file ?? open(), line);
        size += written;
      } catch {
        // The disk is full, or the folder is gone.
      }
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

export type LogFile = { name: string; text: string };

/**
 * Reads the files of the log, the newest first, each with the lines that `log-events.ts` allows.
 * @returns also the number of lines that it does not allow
 */
export function readLog(dataDir: string): { files: LogFile[]; leftOut: number } {
  let leftOut = 0;
  const files: LogFile[] = [];
  for (let number = 0; number < maxFiles; number += 1) {
    const text = readIfThere(join(logFolder(dataDir), fileName(number)));
    if (text === null) continue;
    const lines = text.split('\n').filter((line) => line !== '');
    const allowed = lines.filter((line) => allowedLine(line) !== null);
    leftOut += lines.length - allowed.length;
    files.push({ name: fileName(number), text: allowed.map((line) => `${line}\n`).join('') });
  }
  return { files, leftOut };
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
