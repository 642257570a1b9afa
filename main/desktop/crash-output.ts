/** Ends the application on a fault, and records its kind and place. Nothing is sent anywhere. */
import { app, dialog } from 'electron';
import type { Language } from '../../shared/domain/settings/settings.ts';
import { StationError } from '../../shared/errors.ts';
import { createWords } from '../platform/i18n/words.ts';
import type { EventLog } from '../platform/log/event-log.ts';
import { faultFields, faultText } from '../platform/log/fault-fields.ts';
import { shellWords } from './words.ts';

/** Returns the text for the person: a problem of the station (an unusable data folder) has its own text, other faults share one. */
export function faultWords(error: unknown, language: Language): { title: string; message: string } {
  const { title, notStarted, message, report } = shellWords(language).fault;
  // The window with *Report a problem* is gone, or never opened.
  if (!(error instanceof StationError)) return { title, message: `${message}\n\n${report}` };
  // After the start, problems are answers to requests; only damage can also be found by background work.
  const isStarting = error.problem.code !== 'database-unreadable';
  return { title: isStarting ? notStarted : title, message: `${createWords(language).problem(error.problem)}\n\n${report}` };
}

/** Ends the station on a fault that nothing caught: its state is then unknown. */
export function endOnFaults(language: () => Language, log: EventLog): void {
  const end = (error: unknown) => {
    log.write('fault', faultFields(error));
    process.stderr.write(error instanceof StationError ? `ended: ${error.problem.code}\n` : `${faultText(error)}\n`);
    const { title, message } = faultWords(error, language());
    dialog.showErrorBox(title, message);
    app.exit(1);
  };
  // Whoever started the station and read what Electron writes there may be gone, which is no fault of the station.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
