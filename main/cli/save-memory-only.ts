/** Where the queue is not kept on disk, what was signed must be in a folder before the command ends. */
import type { Station } from '../app/station.ts';
import type { Words } from '../platform/i18n/words.ts';
import type { CommandIo } from './io.ts';
import type { Result } from './report.ts';

/** What no folder took goes to the working folder, as the last one there is, and that is told on stderr. */
export async function saveMemoryOnly({ signing, queue }: Station, io: CommandIo, words: Words): Promise<void> {
  if (queue.state().memoryOnly === null) return;
  const left = signing.openJobs().filter(({ delivery }) => delivery === 'waiting');
  const saved = await queue.deliver(
    left.map(({ documentId }) => documentId),
    io.cwd,
  );
  if (saved > 0) await io.err(`${words.say('saved-here', { count: saved })}\n`);
}

/** Signed, but its file is gone with this process: nothing is told as signed without its file. An unverified one cannot wait for its release. */
export function lostOrSigned(result: Result, { queue }: Station, words: Words): Result {
  if (queue.state().memoryOnly !== null && result.status === 'unverified' && result.signedPath === null) {
    const why = result.problem === null ? [] : [words.problem(result.problem)];
    return { ...result, reason: [...why, words.say('unverified-lost')].join(' ') };
  }
  const gone = queue.state().memoryOnly !== null && result.status === 'signed' && result.signedPath === null;
  return gone ? { ...result, status: 'in-doubt', problem: result.job?.warning ?? null, reason: words.say('signed-lost') } : result;
}
