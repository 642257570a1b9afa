/**
 * Reports a fault: the kind of the error and its place in the code, never its text, which may contain a path or a name.
 * Nothing is sent anywhere.
 */
import { basename } from 'node:path';
import { app, dialog } from 'electron';
import type { Language } from '../../shared/domain/settings.ts';
import { StationError } from '../../shared/errors.ts';
import { createWords } from '../platform/i18n/words.ts';
import { shellWords } from './words.ts';

/** Returns the kind and the places (`file:line:column`) of an error, without its message and without folders. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const places = (error.stack ?? '').match(/[^\s()]+:\d+:\d+\)?$/gm) ?? [];
  return [error.name, ...places.slice(0, 8).map((place) => `  at ${basename(place.replace(/\)$/, ''))}`)].join('\n');
}

/** Returns the text for the person: a problem of the station (an unusable data folder) has its own text, other faults share one. */
export function faultWords(error: unknown, language: Language): { title: string; message: string } {
  const { title, notStarted, message } = shellWords(language).fault;
  if (!(error instanceof StationError)) return { title, message };
  // After the start, problems are answers to requests; only damage can also be found by background work.
  const isStarting = error.problem.code !== 'database-unreadable';
  return { title: isStarting ? notStarted : title, message: createWords(language).problem(error.problem) };
}

/** Ends the station on a fault that nothing caught: its state is then unknown. */
export function endOnFaults(language: () => Language): void {
  const end = (error: unknown) => {
    process.stderr.write(error instanceof StationError ? `ended: ${error.problem.code}\n` : `fault: ${describeFault(error)}\n`);
    const { title, message } = faultWords(error, language());
    dialog.showErrorBox(title, message);
    app.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
