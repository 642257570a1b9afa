/** Waits for the end of a bulk screening and reports its progress. Ctrl+C pauses it. */
import type { Run } from '../../../../shared/domain/screening/bulk-screening.ts';
import { mayPass, type Problem } from '../../../../shared/errors.ts';
import type { Station } from '../../../app/station.ts';
import { untilInterrupted } from '../../support/interruption.ts';
import type { CommandIo } from '../../support/io.ts';
import { maxOfflineMs } from '../../support/open-station.ts';

const progressEveryMs = 2_000;

/** Returns the run as it is at the end: done, failed to prepare, or paused, because nothing screens after the command ends. */
export const followRun = ({ bulk, screening }: Station, id: string, quiet: boolean, io: CommandIo): Promise<Run> =>
  untilInterrupted(async (signal) => {
    let obstacle: Problem | null = null;
    let reportedAt = Date.now();
    signal.addEventListener('abort', () => {
      void io.err(`${io.words.say(screening.state().memoryOnly ? 'screen.stopping-memory-only' : 'screen.stopping')}\n`);
      bulk.pause(id);
    });
    const changed = (run: Run) => {
      if (run.id !== id) return;
      // Rows are stored first; only then is there anything to pause.
      if (signal.aborted && run.state === 'running') bulk.pause(id);
      if (run.state === 'waiting' && run.problem && !mayPass(run.problem)) {
        obstacle = run.problem;
        bulk.pause(id);
      }
      if (quiet || run.state !== 'running' || Date.now() - reportedAt < progressEveryMs) return;
      reportedAt = Date.now();
      const done = run.rows - run.counts.waiting;
      void io.err(`${io.words.say('screen.progress', { done, total: run.rows, match: run.counts.match })}\n`);
    };
    bulk.events.on('changed', changed);
    try {
      const run = await bulk.finished(id, maxOfflineMs);
      // Otherwise it would be reported as running, and nothing runs it.
      return run.state === 'done' ? run : { ...bulk.pause(id), problem: obstacle ?? run.problem };
    } finally {
      bulk.events.off('changed', changed);
    }
  });
