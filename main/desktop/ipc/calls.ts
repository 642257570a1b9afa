/** Answers the calls of the contract's channels and of dropped files by the handlers of an open station. */
import { z } from 'zod';
import { chosenPdfSchema } from '../../../shared/domain/verification.ts';
import { stagedSchema } from '../../../shared/domain/web-service.ts';
import { type ChannelName, channelNames, dropChannels } from '../../../shared/ipc/channels.ts';
import { contract, dropRequestSchema, type IpcResult } from '../../../shared/ipc/contract.ts';
import type { Station } from '../../app/station.ts';
import { dispatch, type Handlers } from './dispatch.ts';

/** One call of the page, by the name of its channel. */
export type Calls = ReadonlyMap<string, (request: unknown) => Promise<IpcResult<unknown>>>;

const dropSchemas = { request: dropRequestSchema, response: z.object({ taken: z.number().int() }) };
const stageSchemas = { request: dropRequestSchema, response: z.array(stagedSchema) };
const verifySchemas = { request: dropRequestSchema, response: z.array(chosenPdfSchema) };

export function createCalls(handlers: Handlers, station: Station): Calls {
  const calls = new Map<string, (request: unknown) => Promise<IpcResult<unknown>>>();
  function add<C extends ChannelName>(name: C): void {
    const handler = handlers[name] as (request: unknown) => Promise<unknown>; // correlated unions: name and handler belong together
    calls.set(name, (request) => dispatch<unknown, unknown>(contract[name], handler, request));
  }
  for (const name of channelNames) add(name);
  calls.set(dropChannels.sign, (request) => dispatch(dropSchemas, ({ paths }) => station.documents.open(paths), request));
  calls.set(dropChannels.publish, (request) => dispatch(stageSchemas, ({ paths }) => station.publishing.stage(paths), request));
  calls.set(dropChannels.verify, (request) => dispatch(verifySchemas, ({ paths }) => station.verifier.take(paths), request));
  return calls;
}
