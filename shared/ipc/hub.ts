/** Channels of the hub at head office, as this station sees it. */
import { z } from 'zod';
import { claimAnswerSchema } from '../domain/web-service/hub.ts';
import { hubStateSchema } from '../domain/web-service/hub-state.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

export const hubChannels = {
  'hub.state': channel(nothing, hubStateSchema),
  /** Enrols this station by a one-time code; the key that it makes stays in main. */
  'hub.enrol': channel(z.object({ address: z.string().max(2048), code: z.string().max(100) }), hubStateSchema),
  /** Ends the enrolment at this station, and drops everything that is due to the hub. */
  'hub.leave': channel(nothing, hubStateSchema),
  /** Connects now. */
  'hub.wake': channel(nothing, nothing),
  /** Records of a visit that other branches have. */
  'hub.elsewhere': channel(id, claimAnswerSchema.shape.elsewhere),
} satisfies ChannelsOf<'hub'>;

export const hubEvents = {
  /** Throttled to a few times a second. */
  'hub.state': hubStateSchema,
  /** The answer of `hub.elsewhere` for this visit may be another. */
  'hub.elsewhere': id,
} satisfies EventsOf<'hub'>;
