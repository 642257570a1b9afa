/** Channels of test documents that find out how the provider of a connection counts coordinates. */
import { z } from 'zod';
import { placementTestSchema } from '../domain/placement-test.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

/** Longer than any transaction number. */
const maxClientInfo = 1000;

export const placementTestChannels = {
  /**
   * `test`: the one under way, or the latest of this run; null without one. `unfinished`: when a test document of an earlier run left
   * whose end is unknown.
   */
  'placementTest.state': channel(nothing, z.object({ test: placementTestSchema.nullable(), unfinished: z.string().nullable() })),
  /** Sends the first test document, and those after it; `placementTest.changed` says how it goes. `state-changed` while one is under way. */
  'placementTest.start': channel(z.object({ profileId: z.string(), clientInfo: z.string().trim().min(1).max(maxClientInfo) }), nothing),
  /** Sends no further one, and breaks off the one under way. */
  'placementTest.cancel': channel(nothing, nothing),
  /** Forgets one that is done. */
  'placementTest.dismiss': channel(nothing, nothing),
  /** Sets the connection to what was found for it. `state-changed` when that is not for this connection as it is now. */
  'placementTest.use': channel(id, nothing),
} satisfies ChannelsOf<'placementTest'>;

export const placementTestEvents = { 'placementTest.changed': placementTestSchema } satisfies EventsOf<'placementTest'>;
