/**
 * The one contract between main and renderer: request and response schema of every channel, payload of
 * every event, from one file a feature. The handler table in `main/desktop/ipc` and the bridge in `renderer/bridge.ts` are typed from it.
 */
import { z } from 'zod';
import type { ChosenPdf } from '../domain/verification/verification.ts';
import type { Staged } from '../domain/web-service/web-service.ts';
import type { problemSchema } from '../problem-schema.ts';
import { appChannels, appEvents } from './app.ts';
import { backupChannels, backupEvents } from './backup.ts';
import { bulkScreeningChannels, bulkScreeningEvents } from './bulk-screening.ts';
import type { ChannelName, EventName } from './channels.ts';
import { documentsChannels, documentsEvents } from './documents.ts';
import { hubChannels, hubEvents } from './hub.ts';
import { placementTestChannels, placementTestEvents } from './placement-test.ts';
import { queueChannels, queueEvents } from './queue.ts';
import { reportChannels } from './report.ts';
import { screeningChannels, screeningEvents } from './screening.ts';
import { settingsChannels, settingsEvents } from './settings.ts';
import { signingChannels, signingEvents } from './signing.ts';
import { verificationChannels } from './verification.ts';
import { visitChannels, visitEvents } from './visits.ts';
import { webServiceChannels, webServiceEvents } from './web-service.ts';

export const contract = {
  ...appChannels,
  ...backupChannels,
  ...reportChannels,
  ...settingsChannels,
  ...documentsChannels,
  ...signingChannels,
  ...queueChannels,
  ...screeningChannels,
  ...bulkScreeningChannels,
  ...verificationChannels,
  ...visitChannels,
  ...webServiceChannels,
  ...hubChannels,
  ...placementTestChannels,
} satisfies Record<ChannelName, { request: z.ZodType; response: z.ZodType }>;

export type Contract = typeof contract;
export type RequestOf<C extends ChannelName> = z.infer<Contract[C]['request']>;
export type ResponseOf<C extends ChannelName> = z.infer<Contract[C]['response']>;

export const dropRequestSchema = z.object({ paths: z.array(z.string()).max(10_000) });

export const events = {
  ...appEvents,
  ...settingsEvents,
  ...documentsEvents,
  ...signingEvents,
  ...queueEvents,
  ...screeningEvents,
  ...bulkScreeningEvents,
  ...visitEvents,
  ...webServiceEvents,
  ...hubEvents,
  ...placementTestEvents,
  ...backupEvents,
} satisfies Record<EventName, z.ZodType>;
export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>;

/** The answer of a channel: a value or a problem, never a thrown string. */
export type IpcResult<T> = { ok: true; value: T } | { ok: false; problem: z.infer<typeof problemSchema> };

/** The object that the preload puts on `window.station`. */
export type StationApi = {
  invoke: { [C in ChannelName]: (request: RequestOf<C>) => Promise<IpcResult<ResponseOf<C>>> };
  on: { [E in EventName]: (listener: (payload: EventPayload<E>) => void) => () => void };
  openDropped: (files: File[]) => Promise<IpcResult<{ taken: number }>>;
  /** Like `publications.choose`, for dropped files. */
  stageDropped: (files: File[]) => Promise<IpcResult<Staged[]>>;
  /** Like `verification.choose`, for dropped files. */
  verifyDropped: (files: File[]) => Promise<IpcResult<ChosenPdf[]>>;
};
