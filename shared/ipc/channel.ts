/** Parts of the contract's entries. */
import { z } from 'zod';
import type { ChannelName, EventName } from './channels.ts';

export const nothing = z.undefined();
export const id = z.object({ id: z.string() });
export const ids = z.object({ ids: z.array(z.string()).max(10_000) });

export const channel = <Request extends z.ZodType, Response extends z.ZodType>(request: Request, response: Response) => ({
  request,
  response,
});

/** The channels with names that begin with the prefix. */
export type ChannelsOf<Prefix extends string> = Record<
  Extract<ChannelName, `${Prefix}.${string}`>,
  { request: z.ZodType; response: z.ZodType }
>;
/** The events with names that begin with the prefix. */
export type EventsOf<Prefix extends string> = Record<Extract<EventName, `${Prefix}.${string}`>, z.ZodType>;
