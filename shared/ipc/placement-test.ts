/** Channels of test documents that find out how the provider of a connection counts coordinates. */
import { z } from 'zod';
import { placementTestSchema } from '../domain/placement/placement-test.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

/** Longer than any transaction number. */
const maxClientInfo = 1000;

export const placementTestChannels = {
  /**
   * `test`: the running test, or the latest of this run; null without one. `unfinished`: time at which an earlier run sent a test
   * document with an unknown outcome.
   */
  'placementTest.state': channel(nothing, z.object({ test: placementTestSchema.nullable(), unfinished: z.string().nullable() })),
  /** Sends the test documents one after the other; `placementTest.changed` has the progress. `state-changed` while a test runs. */
  'placementTest.start': channel(z.object({ profileId: z.string(), clientInfo: z.string().trim().min(1).max(maxClientInfo) }), nothing),
  /** Ends the test: cuts off the call, and sends no further document. */
  'placementTest.cancel': channel(nothing, nothing),
  /** Forgets a test that has ended. */
  'placementTest.dismiss': channel(nothing, nothing),
  /** Saves the convention that the test found in the connection. `state-changed` when the connection has changed since the test. */
  'placementTest.use': channel(id, nothing),
} satisfies ChannelsOf<'placementTest'>;

export const placementTestEvents = { 'placementTest.changed': placementTestSchema } satisfies EventsOf<'placementTest'>;
