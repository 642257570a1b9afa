/** Waits for a list to be asked, telling how far it is; Ctrl+C stops it politely. */
import type { Run } from '../../shared/domain/bulk-screening.ts';
import { mayPass, type Problem } from '../../shared/errors.ts';
import type { Station } from '../app/station.ts';
import type { Words } from '../platform/i18n/words.ts';
import { listenForInterruption } from './interruption.ts';
import type { CommandIo } from './io.ts';
import { patience } from './send-and-wait.ts';

/** Milliseconds between two lines of progress. */
const tellEvery = 2_000;

/** The run as it was left: done, failed to prepare, or paused, since nobody asks on once the command ends. */
export async function followRun({ bulk, screening }: Station, id: string, quiet: boolean, io: CommandIo, words: Words): Promise<Run> {
  const interruption = listenForInterruption();
  let stopping = false;
  let inTheWay: Problem | null = null;
  let told = Date.now();
  void interruption.requested.then(() => {
    stopping = true;
    void io.err(`${words.say(screening.state().memoryOnly ? 'screen.stopping-not-kept' : 'screen.stopping')}\n`);
    bulk.pause(id);
  });
  const changed = (run: Run) => {
    if (run.id !== id) return;
    // Rows are taken over first; only then is there anything to pause.
    if (stopping && run.state === 'running') bulk.pause(id);
    if (run.state === 'waiting' && run.problem && !mayPass(run.problem)) {
      inTheWay = run.problem;
      bulk.pause(id);
    }
    if (quiet || run.state !== 'running' || Date.now() - told < tellEvery) return;
    told = Date.now();
    const done = run.rows - run.counts.waiting;
    void io.err(`${words.say('screen.progress', { done, total: run.rows, match: run.counts.match })}\n`);
  };
  bulk.events.on('changed', changed);
  try {
    const run = await bulk.settled(id, patience);
    // Left running, it would be told as such, and nobody runs it.
    return run.state === 'done' ? run : { ...bulk.pause(id), problem: inTheWay ?? run.problem };
  } finally {
    bulk.events.off('changed', changed);
    interruption.release();
  }
}
