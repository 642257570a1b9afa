/** Answers the calls of the contract's channels and of dropped files by the handlers of an open station. */
import { z } from 'zod';
import { chosenPdfSchema } from '../../../shared/domain/verification.ts';
import { stagedSchema } from '../../../shared/domain/web-service.ts';
import { type ChannelName, channelNames, dropChannels } from '../../../shared/ipc/channels.ts';
import { contract, dropRequestSchema, type IpcResult } from '../../../shared/ipc/contract.ts';
import type { Station } from '../../app/station.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { LogFields } from '../../platform/log/log-events.ts';
import { dispatch, type Handlers, type Schemas } from './dispatch.ts';

/** One call of the page, by the name of its channel. */
export type Calls = ReadonlyMap<string, (request: unknown) => Promise<IpcResult<unknown>>>;

const dropSchemas = { request: dropRequestSchema, response: z.object({ taken: z.number().int() }) };
const stageSchemas = { request: dropRequestSchema, response: z.array(stagedSchema) };
const verifySchemas = { request: dropRequestSchema, response: z.array(chosenPdfSchema) };

export function createCalls(handlers: Handlers, station: Station, log: EventLog): Calls {
  const calls = new Map<string, (request: unknown) => Promise<IpcResult<unknown>>>();
  function put<Request, Response>(
    channel: LogFields<'refused'>['channel'],
    schemas: Schemas<Request, Response>,
    handler: (request: Request) => Promise<Response>,
  ): void {
    calls.set(channel, async (request) => {
      const result = await dispatch(schemas, handler, request);
      if (!result.ok) log.write('refused', { channel, code: result.problem.code });
      return result;
    });
  }
  function add<C extends ChannelName>(name: C): void {
    const handler = handlers[name] as (request: unknown) => Promise<unknown>; // correlated unions: name and handler belong together
    put<unknown, unknown>(name, contract[name], handler);
  }
  for (const name of channelNames) add(name);
  put(dropChannels.sign, dropSchemas, ({ paths }) => station.documents.open(paths));
  put(dropChannels.publish, stageSchemas, ({ paths }) => station.publishing.stage(paths));
  put(dropChannels.verify, verifySchemas, ({ paths }) => station.verifier.take(paths));
  return calls;
}
