/** The event log of a command. Listing the queue writes none: a monitor that lists it every minute would leave no room for what happened. */
import { type EventLog, openEventLog, processFacts } from '../../platform/log/event-log.ts';
import { faultFields, faultText } from '../../platform/log/fault-fields.ts';
import { programs } from '../../platform/log/log-events.ts';
import { exitCodes } from './exit-codes.ts';
import { failedFields } from './failure.ts';
import type { CommandIo } from './io.ts';

/** Logs the start and the end of a command, and a fault that ends it. @throws what `run` throws */
export async function logged(dataDir: string, io: CommandIo, run: (log: EventLog) => Promise<number>): Promise<number> {
  const log = openEventLog(dataDir);
  const begin = performance.now();
  const release = io.onFault?.((error) => {
    log.write('fault', faultFields(error));
    process.stderr.write(`${faultText(error)}\n`);
    process.exit(exitCodes.fault);
  });
  try {
    const program = programs.find((each) => each === io.command);
    if (program !== undefined) log.write('started', processFacts(program));
    const exitCode = await run(log);
    log.write('ended', { exitCode, ms: Math.round(performance.now() - begin) });
    return exitCode;
  } catch (thrown) {
    log.write('failed', failedFields(thrown));
    throw thrown;
  } finally {
    release?.();
    log.close();
  }
}
