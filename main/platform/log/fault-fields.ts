/** What the log and stderr say about an error that nothing caught. */
import { errorNames, type LogFields, membersOf, placeSchema } from './log-events.ts';

/** Returns the kind of an error and its places in our files: never its text, which may have a path or a name. */
export function faultFields(error: unknown): LogFields<'fault'> {
  if (!(error instanceof Error)) return { kind: 'other', places: [] };
  const kind = errorNames.find((name) => name === error.name) ?? 'other';
  // The text comes first in a stack, and may have lines that look like places.
  const stack = error.stack ?? '';
  const textEnd = stack.indexOf(error.message);
  const frames = textEnd === -1 ? stack : stack.slice(textEnd + error.message.length);
  const places = [...frames.matchAll(/^ {4}at .*?([^\s()/\\]+:\d+:\d+)\)?$/gm)].flatMap(([, found = '']) =>
    placeSchema.safeParse(found).success ? [found] : [],
  );
  const found = 'problem' in error ? (error.problem as { code?: unknown }).code : 'code' in error ? error.code : undefined;
  const known = membersOf('fault').code.safeParse(found);
  return { kind, ...(known.success && known.data !== undefined && { code: known.data }), places: places.slice(0, 8) };
}

/** The same for stderr. */
export function faultText(error: unknown): string {
  const { kind, code, places } = faultFields(error);
  return [`fault: ${kind}${code === undefined ? '' : ` ${code}`}`, ...places.map((place) => `  at ${place}`)].join('\n');
}
