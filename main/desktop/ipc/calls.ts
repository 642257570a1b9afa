/** Answers each call of the page by the service that does it: parses the request, calls the handler of its channel, parses the answer. Logic is in the services. */

import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import type { Language } from '../../../shared/domain/settings/settings.ts';
import { chosenPdfSchema } from '../../../shared/domain/verification/verification.ts';
import { stagedSchema } from '../../../shared/domain/web-service/web-service.ts';
import { type Problem, problem, problemOf } from '../../../shared/errors.ts';
import { type ChannelName, channelNames, dropChannels } from '../../../shared/ipc/channels.ts';
import { contract, dropRequestSchema, type IpcResult } from '../../../shared/ipc/contract.ts';
import type { Station } from '../../app/station.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { LogFields } from '../../platform/log/log-events.ts';
import type { Dialogs } from '../dialogs.ts';
import type { WorkspaceHolder } from '../workspace.ts';
import { appHandlers } from './app-handlers.ts';
import { backupHandlers } from './backup-handlers.ts';
import { bulkHandlers } from './bulk-handlers.ts';
import { documentHandlers } from './document-handlers.ts';
import type { Emit } from './events.ts';
import type { Handlers } from './handler-support.ts';
import { hubHandlers } from './hub-handlers.ts';
import { placementTestHandlers } from './placement-test-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { queueHandlers } from './queue-handlers.ts';
import { recordHandlers } from './record-handlers.ts';
import { reportHandlers } from './report-handlers.ts';
import { createSavedFiles } from './saved-files.ts';
import { screeningHandlers } from './screening-handlers.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { signingHandlers } from './signing-handlers.ts';
import { verificationHandlers } from './verification-handlers.ts';
import { visitHandlers } from './visit-handlers.ts';
import { webServiceHandlers } from './web-service-handlers.ts';

/** One call of the page, by the name of its channel. */
export type Calls = ReadonlyMap<string, (request: unknown) => Promise<IpcResult<unknown>>>;

const dropSchemas = { request: dropRequestSchema, response: z.object({ taken: z.number().int() }) };
const stageSchemas = { request: dropRequestSchema, response: z.array(stagedSchema) };
const verifySchemas = { request: dropRequestSchema, response: z.array(chosenPdfSchema) };

type CallDeps = {
  station: Pick<Station, 'recent' | 'publishing' | 'verifier'>;
  log: EventLog;
  /** Sends the events that wait, before an answer. */
  flushEvents: () => void;
};

export function createCalls(handlers: Handlers, { station, log, flushEvents }: CallDeps): Calls {
  const calls = new Map<string, (request: unknown) => Promise<IpcResult<unknown>>>();
  function put<Request, Response>(
    channel: LogFields<'refused'>['channel'],
    schemas: Schemas<Request, Response>,
    handler: (request: Request) => Promise<Response>,
  ): void {
    calls.set(channel, async (request) => {
      const result = await dispatch(schemas, handler, request);
      if (!result.ok) log.write('refused', { channel, code: result.problem.code });
      flushEvents();
      return result;
    });
  }
  function add<C extends ChannelName>(name: C): void {
    const handler = handlers[name] as (request: unknown) => Promise<unknown>; // correlated unions: name and handler belong together
    put<unknown, unknown>(name, contract[name], handler);
  }
  for (const name of channelNames) add(name);
  put(dropChannels.sign, dropSchemas, ({ paths }) => station.recent.open(paths));
  put(dropChannels.publish, stageSchemas, ({ paths }) => station.publishing.stage(paths));
  put(dropChannels.verify, verifySchemas, ({ paths }) => station.verifier.take(paths));
  return calls;
}

type Schemas<Request, Response> = { request: z.ZodType<Request>; response: z.ZodType<Response> };

const refuse = (reason: Problem): IpcResult<never> => ({ ok: false, problem: reason });

/**
 * Parses the answer too: a member that the contract does not name (a path, a secret) does not reach the page, and an answer that breaks
 * the contract is a fault of the station (`internal`).
 */
export async function dispatch<Request, Response>(
  schemas: Schemas<Request, Response>,
  handler: (request: Request) => Promise<Response>,
  request: unknown,
): Promise<IpcResult<Response>> {
  const parsed = schemas.request.safeParse(request);
  if (!parsed.success) {
    // Field names only: the values may be personal data.
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || '(request)');
    return refuse(problem('bad-request', undefined, `bad-request: ${[...new Set(fields)].slice(0, 5).join(', ')}`));
  }
  try {
    const answer = schemas.response.safeParse(await handler(parsed.data));
    return answer.success
      ? { ok: true, value: answer.data }
      : refuse(problem('internal', undefined, 'internal: answer breaks the contract'));
  } catch (error) {
    return refuse(problemOf(error));
  }
}

type HandlerDeps = {
  station: Station;
  dialogs: Dialogs;
  language: () => Language;
  /** By which a spreadsheet on this machine opens a CSV. */
  listSeparator: () => string;
  /** Reports to the page and the menu that settings, profile or secrets have changed. */
  settingsChanged: () => Promise<void>;
  emit: Emit;
  dataDir: string;
  window: () => BrowserWindow | null;
  workspace: WorkspaceHolder;
  log: EventLog;
};

export function createHandlers(given: HandlerDeps): Handlers {
  const deps = { ...given, saved: createSavedFiles() };
  return {
    ...appHandlers(deps),
    ...backupHandlers(deps),
    ...reportHandlers(deps),
    ...settingsHandlers(deps),
    ...profileHandlers(deps),
    ...placementTestHandlers(deps),
    ...documentHandlers(deps),
    ...signingHandlers(deps),
    ...queueHandlers(deps),
    ...verificationHandlers(deps),
    ...screeningHandlers(deps),
    ...bulkHandlers(deps),
    ...visitHandlers(deps),
    ...recordHandlers(deps),
    ...webServiceHandlers(deps),
    ...hubHandlers(deps),
  };
}
