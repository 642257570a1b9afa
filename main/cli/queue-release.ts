/** `queue release`: a person lets the files of unverified documents go to their folder, with a reason. */
import { problem, problemOf } from '../../shared/errors.ts';
import { queueOfStation } from '../app/stored-queue.ts';
import type { Words } from '../platform/i18n/words.ts';
import { exitCodeOfCount } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { noProvider } from './provider-choice.ts';
import type { QueueOptions } from './queue-options.ts';
import { named } from './queue-settle.ts';
import { queueOutput, type Result, resultOf } from './report.ts';

export async function releaseFiles({ json, dataDir, ids, reason }: QueueOptions, io: CommandIo, words: Words): Promise<number> {
  const { station } = await openStation({ dataDir, provider: noProvider(io) }, io, words);
  try {
    const refused = new Map<string, Pick<Result, 'problem' | 'reason'>>();
    for (const { documentId } of named(ids, station.signing)) {
      await station.queue.releaseFile(documentId, reason).catch((thrown: unknown) => {
        const why = problemOf(thrown);
        const own = why.code === 'state-changed' ? { reason: words.say('release-not-possible') } : {};
        refused.set(documentId, { problem: problem(why.code), ...own });
      });
    }
    const results = named(ids, station.signing).map((job) => ({
      ...resultOf(job, queueOfStation(station)),
      ...refused.get(job.documentId),
    }));
    await io.out(queueOutput(results, json, words));
    const released = ids.length - refused.size;
    if (refused.size > 0) await io.err(`${words.say('not-possible', { count: refused.size })} ${words.say('release-not-possible')}\n`);
    if (released > 0) await io.err(`${words.say('release-done', { count: released })}\n`);
    return exitCodeOfCount(
      released,
      ids.length,
      results.every(({ signedPath }) => signedPath !== null),
    );
  } finally {
    await station.close();
  }
}
