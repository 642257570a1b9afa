/** `queue list`: all documents of the queue, in the order queued. Needs neither profile nor secret, and loads only a part of the station. */
import { openStoredQueue } from '../../../app/stored-queue.ts';
import type { CommonValues } from '../../support/command.ts';
import { queueOutput, resultOf } from '../../support/document-results.ts';
import { type CommandIo, print } from '../../support/io.ts';
import { folderOptions, noteNewFolder, reportNotices } from '../../support/open-folder.ts';

/** @returns not 0 for an incomplete list */
export async function listQueue(values: CommonValues, io: CommandIo): Promise<number> {
  const options = await folderOptions(values['data-dir'], io);
  await noteNewFolder(values['data-dir'], io);
  const queue = await openStoredQueue(options, async () => (await import('../../support/provider-choice.ts')).noProvider(io));
  try {
    const listCode = await reportNotices(queue.notices(), io);
    const results = queue.jobs().map((job) => resultOf(job, queue));
    await print(queueOutput(results, io.words), values.json, io);
    const damaged = queue.quarantined();
    if (damaged > 0) await io.err(`${io.words.say('quarantined', { count: damaged })}\n`);
    return listCode;
  } finally {
    await queue.close();
  }
}
