/**
 * What a fault leaves behind: the error's kind and where in our code it was, never its text, which may hold
 * a path or a name. Nothing is sent anywhere.
 */
import { basename } from 'node:path';
import { app, dialog } from 'electron';
import type { Language } from '../../shared/domain/settings.ts';
import { StationError } from '../../shared/errors.ts';
import { createWords } from '../platform/i18n/words.ts';
import { shellWords } from './words.ts';

/** Kind and places (`file:line:column`) of an error, without its message and without folders. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const places = (error.stack ?? '').match(/[^\s()]+:\d+:\d+\)?$/gm) ?? [];
  return [error.name, ...places.slice(0, 8).map((place) => `  at ${basename(place.replace(/\)$/, ''))}`)].join('\n');
}

/** What the person reads: our own problems have words of their own (a data folder that cannot be used), the rest has the general ones. */
export function faultWords(error: unknown, language: Language): { title: string; message: string } {
  const { title, notStarted, message } = shellWords(language).fault;
  if (!(error instanceof StationError)) return { title, message };
  // Later, our own problems are answers to requests; damage alone can also be met by background work.
  const isStarting = error.problem.code !== 'database-unreadable';
  return { title: isStarting ? notStarted : title, message: createWords(language).problem(error.problem) };
}

/** Ends the station on a fault that nothing caught: what it would do next cannot be known. */
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
