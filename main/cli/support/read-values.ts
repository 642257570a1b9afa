/** Numbers that options and variables take. Pure. */
import { WrongUse } from './wrong-use.ts';

/** @throws WrongUse for anything but a whole number from `min` to `max` */
export function readCount(option: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max)) throw new WrongUse('not-a-count', { option, min, max });
  return number;
}

/** Returns null for a variable that is missing or empty. @throws WrongUse for anything but a whole number up to `max` */
export function readCountVariable(variable: string, env: NodeJS.ProcessEnv, max: number): number | null {
  const typed = env[variable]?.trim();
  if (!typed) return null;
  if (!/^\d+$/.test(typed)) throw new WrongUse('variable-invalid', { variable, context: 'number' });
  if (Number(typed) > max) throw new WrongUse('variable-invalid', { variable, context: 'big', limit: max });
  return Number(typed);
}

/** Reads `--port`; 0 is any free port. @throws WrongUse */
export function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new WrongUse('port-malformed');
  return Number(text);
}

/** How long an old password stays valid after a change, in hours, so that the provider can change over. */
export const defaultOldPasswordHours = 24;
/** The same bound as in the window. */
export const maxOldPasswordHours = 24 * 30;

/** Whether a command is about the hub's database in place of a data folder. */
export const isHub = (env: NodeJS.ProcessEnv): boolean => Boolean(env.STATION_DATABASE_URL || env.STATION_DATABASE_URL_FILE);
