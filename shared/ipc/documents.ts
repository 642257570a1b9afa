/** Channels of the open documents. */
import { z } from 'zod';
import { recentOpeningSchema, stationDocumentSchema } from '../domain/documents/document.ts';
import { type ChannelsOf, channel, type EventsOf, ids, nothing } from './channel.ts';

export const documentsChannels = {
  'documents.list': channel(nothing, z.array(stationDocumentSchema)),
  /** Opens a dialog; the documents arrive by `documents.changed`. `taken`: number of files. */
  'documents.chooseFiles': channel(nothing, z.object({ taken: z.number().int() })),
  'documents.chooseFolder': channel(nothing, z.object({ taken: z.number().int() })),
  /** Opens the sample contracts, only in practice mode: another provider would get them. */
  'documents.openSamples': channel(nothing, z.object({ taken: z.number().int() })),
  /** What was opened last, latest first. */
  'documents.recent': channel(nothing, z.array(recentOpeningSchema)),
  /** `recent-missing` when nothing of it exists any more. */
  'documents.openRecent': channel(z.object({ id: z.string() }), z.object({ taken: z.number().int() })),
  /** Forgets one opening, or with null all. */
  'documents.forgetRecent': channel(z.object({ id: z.string().nullable() }), nothing),
  'documents.recheck': channel(ids, nothing),
  /** Ends the reading of opened files. `left`: number of files that were not read and are not listed. */
  'documents.stopReading': channel(nothing, z.object({ left: z.number().int() })),
  /** Reads a document with its password. `pdf-password-wrong` when the password does not open it. */
  'documents.unlock': channel(z.object({ id: z.string(), password: z.string().min(1).max(1000) }), nothing),
  'documents.remove': channel(ids, nothing),
  /** Lists documents of the last removals again. `restored`: ids of those that are listed now. */
  'documents.restore': channel(ids, z.object({ restored: z.array(z.string()) })),
  /** Opens a dialog for a CSV of `file name, reference number`; null when dismissed. */
  'documents.chooseReferences': channel(
    nothing,
    z.object({ matched: z.array(z.object({ documentId: z.string(), reference: z.string() })), unmatched: z.array(z.string()) }).nullable(),
  ),
} satisfies ChannelsOf<'documents'>;

export const documentsEvents = {
  'documents.changed': z.array(stationDocumentSchema),
  /** Progress of reading the opened files; `done` equals `total` at the end. `preview`: a document that is not listed yet and can be shown. */
  'documents.reading': z.object({
    done: z.number().int(),
    total: z.number().int(),
    preview: z.object({ id: z.string(), name: z.string() }).nullable(),
  }),
  'documents.recentChanged': z.array(recentOpeningSchema),
  /** An opening was chosen in the menu of the window. */
  'documents.recentChosen': z.object({ id: z.string() }),
} satisfies EventsOf<'documents'>;
