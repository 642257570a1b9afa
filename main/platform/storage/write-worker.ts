/** Thread of `write-in-thread.ts`: encrypts contents that are complete in memory, and writes each into a file. */
import { hash } from 'node:crypto';
import { closeSync, fstatSync, fsync, openSync, readSync, rmSync, statSync, writevSync } from 'node:fs';
import { promisify } from 'node:util';
import { renameFile } from '../files/files-in-use.ts';
import { freeMemory } from '../files/free-memory.ts';
import { createEncryptingStream } from '../keychain/encrypted-stream.ts';
import { answerRequests } from '../runtime/idle-thread.ts';
import { stateOf } from './recent-contents.ts';
import type { ThreadAnswer, ThreadWrite, ThreadWritten } from './write-in-thread.ts';

/** Encrypted bytes that are written together. */
const batchBytes = 256 * 1024;
const syncFile = promisify(fsync);

/** On failure nothing is left at `part`. @throws the system's error, SourceFault */
async function write({ part, final, key, boundTo, content, source, sha256 }: ThreadWrite): Promise<ThreadWritten> {
  if (source !== null) fill(content, source, sha256);
  const file = openSync(part, 'wx', 0o600);
  let isOpen = true;
  try {
    writeEncrypted(file, content, createEncryptingStream(Buffer.from(key), boundTo));
    const digest = sha256 ?? hash('sha256', content);
    // Other files are written while the disk syncs this one. On macOS, Node's fsync is the full one (F_FULLFSYNC).
    await syncFile(file);
    const state = stateOf(fstatSync(file, { bigint: true }));
    isOpen = false;
    closeSync(file);
    await renameFile(part, final);
    return { sha256: digest, state };
  } catch (thrown) {
    if (isOpen) closeSync(file);
    rmSync(part, { force: true });
    throw thrown;
  }
}

/** The file with the content could not be read, or has another content. */
class SourceFault extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Reads a file that must have this SHA-256 and the size of `content`. @throws SourceFault with the system's code, or `changed` */
function fill(content: Uint8Array, path: string, sha256: string | null): void {
  try {
    // Not by opening first: opening a named pipe waits for its other end.
    if (!statSync(path).isFile()) throw new SourceFault('ENOTFILE');
    const file = openSync(path, 'r');
    try {
      let filled = 0;
      for (let count = 1; count > 0; filled += count) count = readSync(file, content, filled, content.length - filled, filled);
      const isLonger = readSync(file, Buffer.alloc(1), 0, 1, filled) > 0;
      if (isLonger || filled < content.length || hash('sha256', content) !== sha256) throw new SourceFault('changed');
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    throw thrown instanceof SourceFault ? thrown : new SourceFault((thrown as NodeJS.ErrnoException).code ?? 'unknown');
  }
}

function writeEncrypted(file: number, content: Uint8Array, { header, push, end }: ReturnType<typeof createEncryptingStream>): void {
  let [parts, size]: [Buffer[], number] = [[header], header.length];
  const flush = () => {
    writeFully(file, parts, size);
    for (const part of parts) freeMemory(part);
    [parts, size] = [[], 0];
  };
  for (const part of push(content)) {
    parts.push(part);
    size += part.length;
    if (size >= batchBytes) flush();
  }
  const last = end();
  parts.push(last);
  size += last.length;
  flush();
}

function writeFully(file: number, parts: readonly Buffer[], size: number): void {
  const written = writevSync(file, parts);
  if (written === size) return;
  for (let rest = Buffer.concat(parts).subarray(written); rest.length > 0; ) rest = rest.subarray(writevSync(file, [rest]));
}

async function answer(request: ThreadWrite): Promise<ThreadAnswer> {
  try {
    return { written: await write(request) };
  } catch (thrown) {
    // A message loses the code of an error.
    const { code = null, message } = thrown as NodeJS.ErrnoException;
    return { failed: { code, message, isOfSource: thrown instanceof SourceFault } };
  }
}

answerRequests(answer);
