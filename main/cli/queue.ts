/** `queue`: what waits on disk and what became of it. */
import type { Words } from '../platform/i18n/words.ts';
import type { CommandIo } from './io.ts';
import { withPersonalValues } from './personal-values.ts';
import { type QueueOptions, readQueueOptions, type Subcommand } from './queue-options.ts';

type Run = (options: QueueOptions, io: CommandIo, words: Words) => Promise<number>;

/** Loaded on use: a list needs little of the station. */
const subcommands: Record<Subcommand, () => Promise<Run>> = {
  list: async () => (await import('./queue-list.ts')).listQueue,
  run: async () => (await import('./queue-run.ts')).runQueue,
  retry: async () => (await import('./queue-settle.ts')).retryQueued,
  cancel: async () => (await import('./queue-settle.ts')).cancelQueued,
  release: async () => (await import('./queue-release.ts')).releaseFiles,
  acknowledge: async () => (await import('./queue-acknowledge.ts')).acknowledgeNotices,
};

export async function queue(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = readQueueOptions(await withPersonalValues(argv, ['reason'], io));
  return (await subcommands[options.subcommand]())(options, io, words);
}
