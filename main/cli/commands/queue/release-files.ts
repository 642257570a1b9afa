/** `queue release`: a person releases the files of unverified documents to their folder, with a reason. */
import { problem, problemOf } from '../../../../shared/errors.ts';
import { queueOfStation } from '../../../app/stored-queue.ts';
import type { CommonValues } from '../../support/command.ts';
import { queueOutput, type Result, resultOf } from '../../support/document-results.ts';
import { exitCodeOfCount } from '../../support/exit-codes.ts';
import { type CommandIo, print } from '../../support/io.ts';
import { withStoredData } from '../../support/open-station.ts';
import { jobsOf } from './retry-or-cancel.ts';

export const releaseFiles = (ids: readonly string[], reason: string, values: CommonValues, io: CommandIo): Promise<number> =>
  withStoredData({ dataDir: values['data-dir'], noKey: null }, io, async ({ station }) => {
    const impossible = new Map<string, Pick<Result, 'problem' | 'reason'>>();
    for (const { documentId } of jobsOf(ids, station.signing)) {
      await station.queue.releaseFile(documentId, reason).catch((thrown: unknown) => {
        const why = problemOf(thrown);
        const own = why.code === 'state-changed' ? { reason: io.words.say('release-not-possible') } : {};
        impossible.set(documentId, { problem: problem(why.code), ...own });
      });
    }
    const results = jobsOf(ids, station.signing).map((job) => ({
      ...resultOf(job, queueOfStation(station)),
      ...impossible.get(job.documentId),
    }));
    await print(queueOutput(results, io.words), values.json, io);
    const released = ids.length - impossible.size;
    if (impossible.size > 0)
      await io.err(`${io.words.say('not-possible', { count: impossible.size })} ${io.words.say('release-not-possible')}\n`);
    if (released > 0) await io.err(`${io.words.say('release-done', { count: released })}\n`);
    const allInPlace = results.every(({ signedPath }) => signedPath !== null);
    return exitCodeOfCount(released, ids.length, allInPlace);
  });
