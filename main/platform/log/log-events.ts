/**
 * The events of the log, and the only members that each may have. A member is a number, a boolean, an id that the station drew, or a word
 * of a closed list: there is no member that takes a text from outside, so no name, path, address or secret can be in the log.
 */
import { constants } from 'node:os';
import { z } from 'zod';
import { documentStatuses, hubStates, hubWays, outcomes, serviceEventKinds } from '../../../shared/domain/closed-lists.ts';
import { problemCodes } from '../../../shared/errors.ts';
import { channelNames, dropChannels } from '../../../shared/ipc/channels.ts';

/** Names of the commands, and the desktop application. */
export const programs = [
  'desktop',
  ...['sign', 'queue', 'screen', 'placement', 'verify', 'backup', 'restore', 'audit', 'validation', 'serve', 'users', 'records'],
  ...['quarantine', 'hub', 'hub group', 'hub rule', 'report', 'practice', 'practice push', 'practice fetch'],
] as const;

const whole = z.number().int().min(-0x8000_0000).max(Number.MAX_SAFE_INTEGER);
const version = z.string().regex(/^\d{1,6}(\.\d{1,6}){0,3}$/);
const code = z.enum(problemCodes);
const id = z.uuid();

export const errorNames = [
  ...['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AggregateError', 'AbortError', 'TimeoutError'],
  ...['StationError', 'ConnectionError', 'WrongUse', 'SqliteError', 'ZodError', 'DOMException', 'other'],
] as const;
/** Codes of the system. Those of libraries are no closed list, so they are left out. */
const systemCodes = Object.keys(constants.errno) as [string, ...string[]];
/** `file:line:column` in a file that is built by us; its folder is left out. */
export const placeSchema = z
  .string()
  .regex(/^[a-z]{2,20}(?:-[a-z]{2,20}){0,4}(?:-[\w-]{8})?(?:\.[a-z]{2,5}){0,2}\.[cm]?[jt]s:\d{1,7}:\d{1,7}$/);

/** Reasons that Electron names when a process ends. */
const processReasons = [
  ...['clean-exit', 'abnormal-exit', 'killed', 'crashed', 'oom', 'launch-failed', 'integrity-failure', 'memory-eviction'],
] as const;

/** The events and their members, made at the first line of each: all together would delay the window of every start. */
export const logEvents = {
  started: () => ({
    program: z.enum(programs),
    version,
    node: version,
    electron: version.optional(),
    platform: z.enum(['aix', 'darwin', 'freebsd', 'linux', 'openbsd', 'sunos', 'win32']),
    arch: z.enum(['arm64', 'x64', 'arm', 'ia32']),
    packaged: z.boolean().optional(),
  }),
  ended: () => ({ exitCode: whole, ms: whole }),
  /** The station is open. `memoryOnly`: its data end with it. */
  opened: () => ({ ms: whole, memoryOnly: z.boolean(), practice: z.boolean() }),
  /** A problem with the stored data that a person should read. */
  notice: () => ({ code }),
  /** A call of the page was answered with a problem. */
  refused: () => ({ channel: z.enum([...channelNames, ...Object.values(dropChannels)]), code }),
  /** The program could not start, or a command failed. */
  failed: () => ({ code }),
  /** A document has another state. `batch` and `document`: ids of the station. */
  document: () => ({ document: id, batch: id, status: z.enum(documentStatuses), code: code.optional() }),
  connection: () => ({ state: z.enum(['unknown', 'online', 'busy', 'offline']), code: code.optional() }),
  /** Of one person; rows of lists are not logged. */
  screening: () => ({
    what: z.enum(['screened', 'queued', 'dropped', 'decided', 'read']),
    outcome: z.enum(outcomes).nullable(),
    code: code.optional(),
  }),
  /** A call of the client's own web service. */
  service: () => ({ kind: z.enum(serviceEventKinds), status: whole.nullable(), count: whole.optional(), code: code.optional() }),
  serviceState: () => ({ state: z.enum(['off', 'starting', 'running', 'stopping', 'failed']), code: code.optional() }),
  /** `record`, `quarantined`: what a push of the hub became. */
  hub: () => ({ what: z.enum(['enrolled', 'left', 'record', 'quarantined']) }),
  /** `waiting`: the number of visits and publications that are due to the hub. */
  hubState: () => ({
    state: z.enum(hubStates),
    by: z.enum(hubWays).optional(),
    waiting: whole,
    code: code.optional(),
  }),
  keychain: () => ({ code }),
  suspended: () => ({}),
  resumed: () => ({}),
  ending: () => ({ by: z.enum(['SIGTERM', 'SIGINT', 'SIGHUP', 'shutdown', 'session']) }),
  pageEnded: () => ({ reason: z.enum(processReasons), exitCode: whole.optional() }),
  pageHangs: () => ({}),
  pageResponds: () => ({}),
  pageNotLoaded: () => ({}),
  childEnded: () => ({
    type: z.enum(['Utility', 'Zygote', 'Sandbox helper', 'GPU', 'Pepper Plugin', 'Pepper Plugin Broker', 'Unknown']),
    reason: z.enum(processReasons),
    exitCode: whole.optional(),
  }),
  fault: () => ({
    kind: z.enum(errorNames),
    code: z.enum([...problemCodes, ...systemCodes]).optional(),
    places: z.array(placeSchema).max(8),
  }),
  reported: () => ({ files: whole, bytes: whole }),
} satisfies Record<string, () => Record<string, z.ZodType>>;

export type LogEventName = keyof typeof logEvents;
type Members<E extends LogEventName> = ReturnType<(typeof logEvents)[E]>;
export type LogFields<E extends LogEventName> = z.input<z.ZodObject<Members<E>>>;

const made: { [E in LogEventName]?: Members<E> } = {};

/** Returns the members that an event may have. */
export function membersOf<E extends LogEventName>(event: E): Members<E> {
  made[event] ??= logEvents[event]() as (typeof made)[E];
  return made[event] as Members<E>;
}

/** Shapes that every line has besides its event's members. `withheld`: how many members were not written, because they break the schema. */
const frame = { level: z.literal('info'), at: z.iso.datetime(), pid: whole, event: z.string(), withheld: whole.optional() };

/** Returns the members that the event may have, each checked on its own, and the number of those that were left out. */
export function allowedFields(event: string, fields: object): { fields: Record<string, unknown>; withheld: number } {
  const shape: Record<string, z.ZodType> = Object.hasOwn(logEvents, event) ? membersOf(event as LogEventName) : {};
  const allowed: Record<string, unknown> = {};
  let withheld = 0;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const parsed = Object.hasOwn(shape, name) ? shape[name]?.safeParse(value) : undefined;
    if (parsed?.success) allowed[name] = parsed.data;
    else withheld += 1;
  }
  return { fields: allowed, withheld };
}

/** Returns a line of the log if the present schema allows all of it, else null: another program or version may have written it. */
export function allowedLine(line: string): string | null {
  try {
    const { level, at, pid, event, withheld, ...fields } = JSON.parse(line) as Record<string, unknown>;
    if (typeof event !== 'string' || !Object.hasOwn(logEvents, event)) return null;
    if (!z.object(frame).safeParse({ level, at, pid, event, withheld }).success) return null;
    return allowedFields(event, fields).withheld === 0 ? line : null;
  } catch {
    return null;
  }
}
