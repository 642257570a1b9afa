/** The hub as this station sees it: its enrolment, the connection, and pending work. */
import { z } from 'zod';
import { problemSchema } from '../../problem-schema.ts';
import { hubStates, hubWays } from '../closed-lists.ts';

/** `address`: scheme, host and port. Nothing of it is secret. */
export const hubEnrolmentSchema = z.object({
  address: z.string(),
  stationId: z.uuid(),
  name: z.string(),
  hubName: z.string(),
  enrolledAt: z.string(),
});
export type HubEnrolment = z.infer<typeof hubEnrolmentSchema>;

/** Returns scheme, host and port of an address; null for one that is unusable: plain HTTP is for this computer only. */
export function hubOrigin(typed: string): string | null {
  const text = typed.trim();
  const address = text.includes('://') ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, origin, hostname, pathname, search, hash, username, password } = new URL(address);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return null;
  return hostname !== '' && pathname === '/' && search + hash + username + password === '' ? origin : null;
}

export const hubStateSchema = z.object({
  state: z.enum(hubStates),
  enrolment: hubEnrolmentSchema.nullable(),
  /** Since when it is connected; null while it is not. */
  since: z.string().nullable(),
  /** Null without a connection. */
  by: z.enum(hubWays).nullable(),
  /** Why there is no connection; else the last failure of something that waits; null without one. */
  problem: problemSchema.nullable(),
  nextAttemptAt: z.string().nullable(),
  /** What waits to go: visits whose numbers are not claimed yet, and publications. `offers`: documents that the hub offers. */
  waiting: z.object({ claims: z.number().int(), publications: z.number().int() }),
  offers: z.number().int(),
  lastPush: z.string().nullable(),
});
export type HubState = z.infer<typeof hubStateSchema>;
