/** `queue list`: all that the queue has, in the order queued. Needs neither profile nor secret. */
import { openStoredQueue } from '../app/stored-queue.ts';
import type { Words } from '../platform/i18n/words.ts';
import type { CommandIo } from './io.ts';
import { folderOptions, reportNotices } from './open-folder.ts';
import type { QueueOptions } from './queue-options.ts';
import { queueOutput, resultOf } from './report.ts';

/** A list that had to leave something out is not "all done". */
export async function listQueue({ json, dataDir }: QueueOptions, io: CommandIo, words: Words): Promise<number> {
  const queue = await openStoredQueue(await folderOptions(dataDir, io), async () => (await import('./provider-choice.ts')).noProvider(io));
  try {
    const listCode = await reportNotices(queue.notices(), io, words);
    const results = queue.jobs().map((job) => resultOf(job, queue));
    await io.out(queueOutput(results, json, words));
    const damaged = queue.quarantined();
    if (damaged > 0) await io.err(`${words.say('quarantined', { count: damaged })}\n`);
    return listCode;
  } finally {
    await queue.close();
  }
}
