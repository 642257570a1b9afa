/** What the log and stderr say about an error that nothing caught. */
import { errorNames, isPlace, type LogFields, logEvents, maxPlaces } from './log-events.ts';

/** Returns the kind of an error and its places in our files: never its text, which may have a path or a name. */
export function faultFields(error: unknown): LogFields<'fault'> {
  if (!(error instanceof Error)) return { kind: 'other', places: [] };
  const kind = errorNames.find((name) => name === error.name) ?? 'other';
  // The text comes first in a stack, and may have lines that look like places.
  const stack = error.stack ?? '';
  const textEnd = stack.indexOf(error.message);
  const frames = textEnd === -1 ? stack : stack.slice(textEnd + error.message.length);
  const places = [...frames.matchAll(/^ {4}at .*?([^\s()/\\]+:\d+:\d+)\)?$/gm)].flatMap(([, found = '']) =>
    isPlace(found) ? [found] : [],
  );
  const found = 'problem' in error ? (error.problem as { code?: unknown }).code : 'code' in error ? error.code : undefined;
  return { kind, ...(found !== undefined && logEvents.fault.code(found) && { code: found }), places: places.slice(0, maxPlaces) };
}

/** The same for stderr. */
export function faultText(error: unknown): string {
  const { kind, code, places } = faultFields(error);
  return [`fault: ${kind}${code === undefined ? '' : ` ${code}`}`, ...places.map((place) => `  at ${place}`)].join('\n');
}
