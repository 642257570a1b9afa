/**
 * The events of the log, and the only members that each may have. A member is a number, a boolean, an id that the station drew, or a word
 * of a closed list: there is no member that takes a text from outside, so no name, path, address or secret can be in the log. The checks
 * need no library: the first event is logged before the window opens, and the last one while a process ends by a fault.
 */
import { constants } from 'node:os';
import { documentStatuses, hubStates, hubWays, outcomes, serviceEventKinds } from '../../../shared/domain/closed-lists.ts';
import { problemCodes } from '../../../shared/errors.ts';
import { channelNames, dropChannels } from '../../../shared/ipc/channels.ts';

type Check<T> = (value: unknown) => value is T;

const oneOf =
  <const T extends string>(words: readonly T[]): Check<T> =>
  (value): value is T =>
    words.includes(value as T);
const matching =
  (pattern: RegExp): Check<string> =>
  (value): value is string =>
    typeof value === 'string' && pattern.test(value);
const whole: Check<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= -0x8000_0000;
const flag: Check<boolean> = (value): value is boolean => typeof value === 'boolean';
const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);
/** A member that may be absent. Its check does not see `undefined`, which is left out before. */
const optional = <T>(check: Check<T>): Check<T | undefined> => check as Check<T | undefined>;

/** Names of the commands, and the desktop application. */
export const programs = [
  'desktop',
  ...['sign', 'queue', 'screen', 'placement', 'verify', 'backup', 'restore', 'audit', 'validation', 'serve', 'users', 'records'],
  ...['profile', 'quarantine', 'hub', 'hub group', 'hub rule', 'report', 'practice', 'practice push', 'practice fetch'],
] as const;

const version = matching(/^\d{1,6}(\.\d{1,6}){0,3}$/);
const code = oneOf(problemCodes);
const id = matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

export const errorNames = [
  ...['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AggregateError', 'AbortError', 'TimeoutError'],
  ...['StationError', 'ConnectionError', 'WrongUse', 'SqliteError', 'ZodError', 'DOMException', 'other'],
] as const;
/** Codes of the system. Those of libraries are no closed list, so they are left out. */
const systemCodes = Object.keys(constants.errno);
export const isSystemCode = oneOf(systemCodes);
/** `file:line:column` in a file that is built by us; its folder is left out. */
export const isPlace = matching(/^[a-z]{2,20}(?:-[a-z]{2,20}){0,4}(?:-[\w-]{8})?(?:\.[a-z]{2,5}){0,2}\.[cm]?[jt]s:\d{1,7}:\d{1,7}$/);

/** Of one fault. */
export const maxPlaces = 8;
const places: Check<string[]> = (value): value is string[] => Array.isArray(value) && value.length <= maxPlaces && value.every(isPlace);

/** Reasons that Electron names when a process ends. */
const processReasons = [
  ...['clean-exit', 'abnormal-exit', 'killed', 'crashed', 'oom', 'launch-failed', 'integrity-failure', 'memory-eviction'],
] as const;

/** The events, and the check of each member. */
export const logEvents = {
  started: {
    program: oneOf(programs),
    version,
    node: version,
    electron: optional(version),
    platform: oneOf(['aix', 'darwin', 'freebsd', 'linux', 'openbsd', 'sunos', 'win32']),
    arch: oneOf(['arm64', 'x64', 'arm', 'ia32']),
    packaged: optional(flag),
  },
  ended: { exitCode: whole, ms: whole },
  /** The station is open. `memoryOnly`: its data end with it. */
  opened: { ms: whole, memoryOnly: flag, practice: flag },
  /** A problem with the stored data that a person should read. */
  notice: { code },
  /** A call of the page was answered with a problem. */
  refused: { channel: oneOf([...channelNames, ...Object.values(dropChannels)]), code },
  /** The program could not start, or a command failed. `system-fault`: a disk, drive or share that an option or argument names fails. */
  failed: { code: oneOf([...problemCodes, 'system-fault']), cause: optional(isSystemCode) },
  /** A document has another state. `batch` and `document`: ids of the station. */
  document: { document: id, batch: id, status: oneOf(documentStatuses), code: optional(code) },
  connection: { state: oneOf(['unknown', 'online', 'busy', 'offline']), code: optional(code) },
  /** Of one person; rows of lists are not logged. */
  screening: {
    what: oneOf(['screened', 'queued', 'dropped', 'decided', 'read']),
    outcome: orNull(oneOf(outcomes)),
    code: optional(code),
  },
  /** A call of the client's own web service. */
  service: { kind: oneOf(serviceEventKinds), status: orNull(whole), count: optional(whole), code: optional(code) },
  serviceState: { state: oneOf(['off', 'starting', 'running', 'stopping', 'failed']), code: optional(code) },
  /** `record`, `quarantined`: what a push of the hub became. */
  hub: { what: oneOf(['enrolled', 'left', 'record', 'quarantined']) },
  /** `waiting`: the number of visits and publications that are due to the hub. */
  hubState: {
    state: oneOf(hubStates),
    by: optional(oneOf(hubWays)),
    waiting: whole,
    code: optional(code),
  },
  keychain: { code },
  suspended: {},
  resumed: {},
  ending: { by: oneOf(['SIGTERM', 'SIGINT', 'SIGHUP', 'shutdown', 'session']) },
  pageEnded: { reason: oneOf(processReasons), exitCode: optional(whole) },
  pageHangs: {},
  pageResponds: {},
  pageNotLoaded: {},
  childEnded: {
    type: oneOf(['Utility', 'Zygote', 'Sandbox helper', 'GPU', 'Pepper Plugin', 'Pepper Plugin Broker', 'Unknown']),
    reason: oneOf(processReasons),
    exitCode: optional(whole),
  },
  fault: {
    kind: oneOf(errorNames),
    code: optional(oneOf([...problemCodes, ...systemCodes])),
    places,
  },
  reported: { files: whole, bytes: whole },
} satisfies Record<string, Record<string, Check<unknown>>>;

export type LogEventName = keyof typeof logEvents;
type Members<E extends LogEventName> = { [M in keyof (typeof logEvents)[E]]: (typeof logEvents)[E][M] extends Check<infer T> ? T : never };
type OptionalNames<T> = { [M in keyof T]: undefined extends T[M] ? M : never }[keyof T];
export type LogFields<E extends LogEventName> = Omit<Members<E>, OptionalNames<Members<E>>> &
  Partial<Pick<Members<E>, OptionalNames<Members<E>>>>;

/** What every line has besides its event and the members of that; `withheld`, the number of members that were not written, may be absent. */
const frame = { level: oneOf(['info']), at: matching(/^\d{4}(?:-\d\d){2}T\d\d(?::\d\d){2}\.\d{3}Z$/), pid: whole };

/** Returns the members that the event may have, each checked on its own, and the number of those that were left out. */
export function allowedFields(event: string, fields: object): { fields: Record<string, unknown>; withheld: number } {
  const checks: Record<string, Check<unknown>> = Object.hasOwn(logEvents, event) ? logEvents[event as LogEventName] : {};
  const allowed: Record<string, unknown> = {};
  let withheld = 0;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (Object.hasOwn(checks, name) && checks[name]?.(value)) allowed[name] = value;
    else withheld += 1;
  }
  return { fields: allowed, withheld };
}

/** Returns a line of the log if all of it is allowed now, else null: another program or version may have written it. */
export function allowedLine(line: string): string | null {
  try {
    const { level, at, pid, event, withheld, ...fields } = JSON.parse(line) as Record<string, unknown>;
    if (typeof event !== 'string' || !Object.hasOwn(logEvents, event)) return null;
    if (!frame.level(level) || !frame.at(at) || !frame.pid(pid) || !(withheld === undefined || whole(withheld))) return null;
    return allowedFields(event, fields).withheld === 0 ? line : null;
  } catch {
    return null;
  }
}
