/** Writes one encrypted file under a temporary name, syncs it, and renames it when it is complete. */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { fileProblem } from '../files/file-problem.ts';
import { renameFile } from '../files/files-in-use.ts';
import { freeMemory } from '../files/free-memory.ts';
import { writeAll } from '../files/write-whole.ts';
import { createEncryptingStream } from '../keychain/encrypted-stream.ts';
import type { EncryptedFile, EncryptedName } from './encrypted-file-name.ts';
import { inDataFolder } from './in-data-folder.ts';
import type { NewContents } from './recent-contents.ts';
import { UnreadableSource, writeInThread } from './write-in-thread.ts';

/** Encrypted bytes that are written together. */
const batchBytes = 256 * 1024;

export type EncryptedWriter = {
  /** Returns memory for the next bytes, which need no copy when they are written from there; they must be the next ones that are. */
  room(bytes: number): Buffer;
  /** @throws StationError `disk-full`, `data-folder-unusable` */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Writes the content of a file, all of it. Whoever created the writer named its SHA-256, and its size if it is to be read soon.
   * @throws like `write` and, also while ending, the errors of `source`: `file-changed`, `file-missing`, `file-unreadable`, `path-too-long`
   */
  copy(source: FileSource): Promise<void>;
  /**
   * Resolves when the complete file is on the disk. Without a row, which `prepare` writes, the next start removes it: a file that is not
   * stored has to be discarded. @throws like `write`
   */
  end(): Promise<EncryptedFile>;
  /** Ends and stores it. @throws like `write` */
  finish(): Promise<EncryptedFile>;
  /** Removes the written bytes, after `end` the file. Harmless when repeated. */
  discard(): Promise<void>;
};

/** `read` yields the bytes, and throws at their end when they are not the expected ones. */
export type FileSource = { path: string; size: number; read(): AsyncIterable<Uint8Array> };

type WriterDeps = Place & {
  name: EncryptedName;
  /** Memory in which the content is collected, and then written in a thread; null: it is written while it arrives. */
  memory: NewContents | null;
  /** Syncs the name of an ended file, and writes its row. */
  store(file: EncryptedFile): Promise<void>;
  /** Removes the complete file and its row. */
  remove(): Promise<void>;
  /** Called when nothing is left at `part`, nor at `final` unless it is stored. */
  onEnd: () => void;
};

type Place = {
  /** SHA-256 of the content, which its source verifies; null: it is computed. */
  sha256: string | null;
  /** Its path while it is written; must not exist. */
  part: string;
  /** Its path once it is complete. */
  final: string;
  key: Buffer;
  /** See `createEncryptingStream`. */
  boundTo: string;
};

/** Where the content goes. Its methods throw the system's error. */
type Sink = {
  write(bytes: Uint8Array): Promise<void>;
  copy(source: FileSource): Promise<void>;
  /** Completes and syncs the file, and names it. Returns the SHA-256. */
  complete(): Promise<string>;
  /** Never rejects. */
  abandon(): Promise<void>;
};

/** On failure nothing is left at `part`. @throws StationError `disk-full`, `data-folder-unusable` */
export async function createEncryptedWriter({ name, memory, store, remove, onEnd, ...place }: WriterDeps): Promise<EncryptedWriter> {
  const sink = memory === null ? await inDataFolder(() => openStreamSink(place)) : memorySink(place, memory);
  let size = 0;
  let state: 'open' | 'finished' | 'discarded' = 'open';

  const abandon = async () => {
    state = 'discarded';
    await sink.abandon();
    onEnd();
  };

  // Runs steps one after the other, also when a caller does not wait; after one that failed, none.
  let last: Promise<unknown> = Promise.resolve();
  const next = <T>(step: () => Promise<T>): Promise<T> => {
    const result = last.then(async () => {
      if (state !== 'open') throw new Error(`the encrypted file was ${state}`);
      try {
        return await inDataFolder(step);
      } catch (thrown) {
        await abandon();
        throw thrown;
      }
    });
    last = result.catch(() => undefined);
    return result;
  };

  const complete = async (): Promise<EncryptedFile> => {
    const sha256 = await sink.complete();
    state = 'finished';
    return { ...name, size, sha256 };
  };

  return {
    // Afterwards another content may have the memory.
    room: (bytes) => (state === 'open' ? memory?.room(bytes) : null) ?? Buffer.allocUnsafeSlow(bytes),
    write: (bytes) =>
      next(async () => {
        size += bytes.length;
        await sink.write(bytes);
      }),
    copy: (source) =>
      next(async () => {
        size += source.size;
        await sink.copy(source);
      }),
    end: () => next(complete),
    finish: () =>
      next(async () => {
        const file = await complete();
        try {
          await store(file);
          return file;
        } catch (thrown) {
          await rm(place.final, { force: true }).catch(() => undefined);
          throw thrown;
        }
      }),
    discard: async () => {
      await last;
      if (state === 'open') await abandon();
      if (state === 'finished') await remove();
    },
  };
}

/** Encrypts and writes in this thread, while the content arrives. */
async function openStreamSink({ sha256, part, final, key, boundTo }: Place): Promise<Sink> {
  const encrypting = createEncryptingStream(key, boundTo);
  const handle = await open(part, 'wx', 0o600);
  const hash = sha256 === null ? createHash('sha256') : null;
  /** Encrypted and not written yet. */
  let parts: Buffer[] = [encrypting.header];
  let waiting = 0;
  const sink: Sink = {
    async write(bytes) {
      hash?.update(bytes);
      for (const part of encrypting.push(bytes)) {
        parts.push(part);
        waiting += part.length;
      }
      if (waiting < batchBytes) return;
      const full = parts;
      [parts, waiting] = [[], 0];
      await writeAll(handle, full);
      for (const part of full) freeMemory(part);
    },
    async copy({ read }) {
      for await (const bytes of read()) await sink.write(bytes);
    },
    async complete() {
      await writeAll(handle, [...parts, encrypting.end()]);
      // On macOS, Node's fsync is the full one (F_FULLFSYNC).
      await handle.sync();
      await handle.close();
      await renameFile(part, final);
      return hash?.digest('hex') ?? sha256 ?? '';
    },
    async abandon() {
      // Closed already, or the disk refuses to close it: the first error matters more.
      await handle.close().catch(() => undefined);
      await rm(part, { force: true }).catch(() => undefined);
    },
  };
  return sink;
}

/** Collects the content in memory, and writes it in a thread. Content that does not fit goes to a stream. */
function memorySink(place: Place, memory: NewContents): Sink {
  let stream: Sink | null = null;
  let source: string | null = null;
  return {
    async write(bytes) {
      if (stream === null && memory.add(bytes)) return;
      if (stream === null) {
        stream = await openStreamSink(place);
        await stream.write(memory.content());
        memory.end();
      }
      await stream.write(bytes);
    },
    async copy({ path }) {
      source = memory.fill() ? null : path;
    },
    async complete() {
      if (stream !== null) return stream.complete();
      const { sha256, state } = await writeInThread({ ...place, source, content: memory.content() }).catch((thrown: unknown) => {
        throw thrown instanceof UnreadableSource ? sourceFault(source ?? '', thrown) : thrown;
      });
      memory.complete(state);
      memory.end();
      return sha256;
    },
    async abandon() {
      memory.end();
      await stream?.abandon();
      // A thread that dies leaves what it has written.
      for (const path of [place.part, place.final]) await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

function sourceFault(path: string, { cause }: UnreadableSource): StationError {
  if (cause.code === 'changed') return new StationError('file-changed', { name: basename(path) });
  const { code, detail } = fileProblem(path, cause);
  return new StationError(code, detail, { cause });
}
