/** `queue`: what waits on disk and what became of it. */
import type { Words } from '../words.ts';
import type { CommandIo } from './io.ts';
import { withPersonalValues } from './personal-values.ts';
import { acknowledgeNotices, listQueue } from './queue-list.ts';
import { type QueueOptions, readQueueOptions, type Subcommand } from './queue-options.ts';
import { releaseFiles } from './queue-release.ts';
import { runQueue } from './queue-run.ts';
import { cancelQueued, retryQueued } from './queue-settle.ts';

const subcommands: Record<Subcommand, (options: QueueOptions, io: CommandIo, words: Words) => Promise<number>> = {
  list: listQueue,
  run: runQueue,
  retry: retryQueued,
  cancel: cancelQueued,
  release: releaseFiles,
  acknowledge: acknowledgeNotices,
};

export async function queue(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = readQueueOptions(await withPersonalValues(argv, ['reason'], io));
  return subcommands[options.subcommand](options, io, words);
}
