/** What handlers of several features share. */
import { basename, dirname } from 'node:path';
import { shell } from 'electron';
import { StationError } from '../../../shared/errors.ts';
import type { ChannelName } from '../../../shared/ipc/channels.ts';
import type { RequestOf, ResponseOf } from '../../../shared/ipc/contract.ts';
import { type WholeFile, type WrittenFile, writeWhole } from '../../platform/files/write-whole.ts';

/** The handler table: every channel of the contract, typed from it. */
export type Handlers = { [C in ChannelName]: (request: RequestOf<C>) => Promise<ResponseOf<C>> };

/** The handlers of the channels with this first word. */
export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>;

/** Removes the members that the bridge passes as undefined: they change nothing. */
export const withoutUndefined = <T extends object>(part: { [K in keyof T]?: T[K] | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Partial<T>;

/** @param path from the dialog; another file of that name stays @throws those of `writeWhole` */
export const writeAt = (path: string, content: WholeFile['content']): Promise<WrittenFile> =>
  writeWhole({ folder: dirname(path), name: basename(path), content });

/** @param path of a file that the station wrote @throws StationError `file-unreadable` when no program of the system opens it */
export async function openFile(path: string): Promise<void> {
  const failure = await shell.openPath(path);
  if (failure !== '') throw new StationError('file-unreadable', { context: 'noprogram' });
}

/** Work that the page can stop, by the id that it chose. */
export type Stoppable = {
  run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** No effect when nothing runs under the id. */
  stop(id: string): void;
};

export function createStoppable(): Stoppable {
  const running = new Map<string, AbortController>();
  return {
    async run(id, work) {
      const stop = new AbortController();
      running.set(id, stop);
      try {
        return await work(stop.signal);
      } finally {
        running.delete(id);
      }
    },
    stop: (id) => running.get(id)?.abort(),
  };
}
