/**
 * Where the text of an answer's documents is spooled while it arrives, so that no document stands in memory
 * whole (design, section 2.8) and what was received is on disk before anything else is done with it.
 * A file goes away when its content was delivered or kept aside; what a crash leaves is never deleted here.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StationError } from '../../shared/errors.ts';
import { dataFolderProblem, onDisk } from '../files/disk-problem.ts';
import type { IncomingContent, IncomingStore } from '../provider/provider.ts';

export type Spooled = { /** Absolute. */ path: string /** Characters of text. */; length: number };

export type Incoming = IncomingStore & {
  folder: string;
  /** The file behind a content that this store opened. */
  spooled(content: IncomingContent): Spooled;
  /** A name in the folder that is free. */
  newPath(extension: string): string;
};

/**
 * Makes `incoming/`, and the data folder around it, readable by this user only.
 * @throws StationError `data-folder-unusable`, `disk-full`
 */
export async function openIncoming(dataDir: string): Promise<Incoming> {
  const folder = join(dataDir, 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((thrown: unknown) => {
    throw dataFolderProblem(thrown);
  });
  const files = new WeakMap<IncomingContent, Spooled>();
  const newPath = (extension: string) => join(folder, `${randomUUID()}.${extension}`);

  return {
    folder,
    newPath,
    async open() {
      const file: Spooled = { path: newPath('txt'), length: 0 };
      const content = spoolInto(file, folder, await onDisk(folder, () => open(file.path, 'wx', 0o600)));
      files.set(content, file);
      return content;
    },
    spooled(content) {
      const file = files.get(content);
      if (!file) throw new StationError('internal', undefined, { message: 'content of another store' });
      return file;
    },
  };
}

function spoolInto(file: Spooled, folder: string, handle: FileHandle): IncomingContent {
  let open = true;
  const close = async (sync: boolean) => {
    if (!open) return;
    open = false;
    try {
      if (sync) await onDisk(folder, () => handle.sync());
    } finally {
      await handle.close();
    }
  };
  return {
    async write(text) {
      await onDisk(folder, () => handle.appendFile(text, 'utf8'));
      file.length += text.length;
    },
    close: () => close(true),
    async discard() {
      await close(false);
      await rm(file.path, { force: true });
    },
  };
}
