/**
 * The one contract between main and renderer: request and response schema of every channel, payload of
 * every event. The handler table in `main/ipc` and the bridge in `renderer/bridge.ts` are typed from it.
 */
import { z } from 'zod';
import { caseSummarySchema, casesStateSchema } from '../domain/case.ts';
import type { Staged } from '../domain/client-service.ts';
import { stationDocumentSchema } from '../domain/document.ts';
import {
  columnMappingSchema,
  exportFormatSchema,
  runPaceSchema,
  runSchema,
  startRunSchema,
  tableCheckSchema,
  tableOptionsSchema,
  tablePreviewSchema,
} from '../domain/mass-search.ts';
import { presetSchema } from '../domain/placement.ts';
import { secretNameSchema, storedProfileSchema, typedProfileSchema, validationPathPartsSchema } from '../domain/profile.ts';
import { providerRuleSchema } from '../domain/provider-rule.ts';
import { longestNote, offerSchema, queueStateSchema } from '../domain/queue.ts';
import {
  longest,
  longestPage,
  ruleEffectSchema,
  screeningFilterSchema,
  screeningPageSchema,
  screeningQuerySchema,
  screeningServiceStateSchema,
  screeningSummarySchema,
  screeningViewSchema,
  sourceReadingSchema,
  verdictSchema,
} from '../domain/screening.ts';
import { languageSchema, settingsChangeSchema, settingsSchema } from '../domain/settings.ts';
import { batchFaultSchema, batchRequestSchema, documentVerificationSchema, signingJobSchema } from '../domain/signing.ts';
import { ruleLimits, textRuleSchema } from '../domain/text-rules.ts';
import type { ChosenPdf } from '../domain/verification.ts';
import { maxProviderRules, rootFactsSchema } from '../domain/verification-settings.ts';
import { problemSchema } from '../errors.ts';
import { tokenMembers } from '../provider/token.ts';
import { caseChannels } from './case-channels.ts';
import { channel, id, nothing } from './channel.ts';
import type { ChannelName, EventName } from './channels.ts';
import { placementTestChannels, placementTestEvents } from './placement-test-channels.ts';
import { serviceChannels, serviceEvents } from './service-channels.ts';
import { verificationChannels } from './verification-channels.ts';

const ids = z.object({ ids: z.array(z.string()).max(10_000) });

export const appInfoSchema = z.object({
  version: z.string(),
  platform: z.string(),
  /** What main runs on: the real binary, or the Electron host (design, section 8). */
  runtime: z.enum(['electron', 'electron-host']),
  /** True while the practice provider answers in place of a real one. */
  practice: z.boolean(),
  /** The search is set up. */
  canSearch: z.boolean(),
  /** Pace for lists, from the profile. */
  searchPace: runPaceSchema,
  /** What the form of the validation query asks for; null when the query is not set up. */
  validation: validationPathPartsSchema.nullable(),
  /** Who evidence names: the settings' clerk, else the operating system's user. */
  clerk: z.string(),
  /** Language after resolving `system`. */
  language: languageSchema,
  /** Null, or why secrets cannot be kept (design, section 2.6). */
  keychainProblem: problemSchema.nullable(),
  /** Stored state that could not be read and was set aside. */
  notices: z.array(problemSchema),
  settings: settingsSchema,
});
export type AppInfo = z.infer<typeof appInfoSchema>;

const newRules = z.object({ rules: z.array(textRuleSchema).min(1).max(ruleLimits.rules) });

/**
 * A stored profile with, for each secret, only whether the vault has it. `secretsElsewhere`: those that were typed for another
 * address; they are not used until they are typed again.
 */
export const profileViewSchema = z.object({
  profile: storedProfileSchema,
  secretsSet: z.array(secretNameSchema),
  secretsElsewhere: z.array(secretNameSchema),
});
export const caFileChoiceSchema = z.enum(['keep', 'none', 'chosen']);
export type CaFileChoice = z.infer<typeof caFileChoiceSchema>;
export type ProfileView = z.infer<typeof profileViewSchema>;

export const contract = {
  'app.info': channel(nothing, appInfoSchema),
  /** Opens a link of the application's own list in the browser. */
  'app.openLink': channel(z.object({ url: z.string() }), nothing),

  'settings.get': channel(nothing, settingsSchema),
  /** The output folder is left out: only its dialog sets it. */
  'settings.set': channel(settingsChangeSchema, settingsSchema),
  /** `beside`: back to `signed/` beside each original. A dismissed dialog changes nothing. */
  'settings.chooseOutputFolder': channel(z.object({ beside: z.boolean() }), settingsSchema),

  'documents.list': channel(nothing, z.array(stationDocumentSchema)),
  /** Dialogs; the documents arrive by `documents.changed`. The answer counts the files taken. */
  'documents.chooseFiles': channel(nothing, z.object({ taken: z.number().int() })),
  'documents.chooseFolder': channel(nothing, z.object({ taken: z.number().int() })),
  'documents.recheck': channel(ids, nothing),
  /** Reads a document with its password. `pdf-password-wrong` when it does not open with it. */
  'documents.unlock': channel(z.object({ id: z.string(), password: z.string().min(1).max(1000) }), nothing),
  'documents.remove': channel(ids, nothing),
  /** Dialog for a CSV of `file name, reference number`; null when dismissed. */
  'documents.chooseReferences': channel(
    nothing,
    z.object({ matched: z.array(z.object({ documentId: z.string(), reference: z.string() })), unmatched: z.array(z.string()) }).nullable(),
  ),

  /** Every fault of every document at once; empty when the batch can be sent. */
  'signing.check': channel(batchRequestSchema, z.array(batchFaultSchema)),
  /** Checks again and queues; with faults, nothing is queued and `batchId` is null. */
  'signing.send': channel(batchRequestSchema, z.object({ batchId: z.string().nullable(), faults: z.array(batchFaultSchema) })),
  /** Cancels those of the documents that have not been sent yet; answers with the ids cancelled. */
  'signing.cancel': channel(ids, z.object({ cancelled: z.array(z.string()) })),
  'signing.jobs': channel(nothing, z.array(signingJobSchema)),
  'signing.openSigned': channel(z.object({ documentId: z.string() }), nothing),
  'signing.showSigned': channel(z.object({ documentId: z.string() }), nothing),
  /** The report of the latest check of the file that came back; null without one. Of a document that the queue has forgotten, that of its visit. */
  'signing.verification': channel(
    z.object({ documentId: z.string(), caseId: z.string().nullable() }),
    documentVerificationSchema.nullable(),
  ),

  'queue.state': channel(nothing, queueStateSchema),
  'queue.pause': channel(nothing, nothing),
  'queue.resume': channel(nothing, nothing),
  /** The network changed or a person does not want to wait: what waits is tried now. */
  'queue.wake': channel(nothing, nothing),
  /**
   * Queues again, from the sealed copies, what failed, was rejected or cancelled, and what is in doubt or unverified only with
   * `release` ("I know that it may have been signed"). What was sent before under another id is queued only with `again`; else
   * it is answered in `sentBefore`, so that the clerk can be asked.
   */
  'queue.retry': channel(
    ids.extend({ release: z.boolean(), again: z.boolean() }),
    z.object({ queued: z.array(z.string()), sentBefore: z.array(batchFaultSchema) }),
  ),
  /** Asks the provider about a document in doubt, and looks at what was received of its answer. */
  'queue.check': channel(
    z.object({ documentId: z.string() }),
    z.object({ offers: z.array(offerSchema), problem: problemSchema.nullable() }),
  ),
  /** Takes an offered file as the result: the document is signed when its check agreed, else unverified. */
  'queue.accept': channel(z.object({ documentId: z.string(), offerId: z.string() }), nothing),
  /** Settles a document in doubt or unverified by a person's word. */
  'queue.close': channel(z.object({ documentId: z.string(), note: z.string().trim().min(1).max(longestNote) }), nothing),
  /**
   * Puts the file of an unverified document into its folder, for a reason that the log and the visit show with who did it. The
   * document stays unverified. `state-changed` when there is no such file or it was released before.
   */
  'queue.releaseFile': channel(z.object({ documentId: z.string(), reason: z.string().trim().min(1).max(longestNote) }), nothing),
  /** Checks the files of unverified documents again by the settings of now; answers with the ids of those that are signed by that. */
  'queue.checkAgain': channel(ids, z.object({ signed: z.array(z.string()) })),
  /**
   * The smallest rules of the provider by which an unverified document would be signed, and how many other unverified documents of its
   * connection they may let through. `queue.stopCheck` stops the search.
   */
  'queue.proposeRule': channel(
    z.object({ documentId: z.string() }),
    z.object({ rules: z.array(providerRuleSchema), others: z.number().int() }),
  ),
  /** Saves them in the profile of the document's connection, and checks its unverified documents again; answers as `queue.checkAgain`. */
  'queue.acceptRule': channel(
    z.object({ documentId: z.string(), rules: z.array(providerRuleSchema).min(1).max(maxProviderRules) }),
    z.object({ signed: z.array(z.string()) }),
  ),
  /** Gives up a check under way (`checking` of the queue's state): the document is unverified then, or as it was before. */
  'queue.stopCheck': channel(z.object({ documentId: z.string() }), nothing),
  /** Puts what was received into its folder now; `elsewhere` asks for another folder. Answers with how many are in place. */
  'queue.deliver': channel(ids.extend({ elsewhere: z.boolean() }), z.object({ delivered: z.number().int() })),
  /** Takes finished documents from the list: signed and delivered, rejected, failed, cancelled, closed, released. Answers with the ids taken. */
  'queue.forget': channel(ids, z.object({ forgotten: z.array(z.string()) })),
  /** While closing: does not wait for what is being sent any longer; it will be in doubt. */
  'queue.finishClosing': channel(nothing, nothing),

  /**
   * Asks now, and keeps what came. It always answers with a search: one that failed says why in `problem`, and
   * can be kept for later. `searchId` is the page's own, for `screening.stop`.
   * `bad-request` and `search-not-set-up` are the only refusals, beside those of a full disk.
   */
  'screening.search': channel(
    z.object({ searchId: z.string(), query: screeningQuerySchema, caseId: z.string().nullable().optional() }),
    screeningViewSchema,
  ),
  /** Gives up the search under way; it then fails with `cancelled`. */
  'screening.stop': channel(z.object({ searchId: z.string() }), nothing),
  /** Turns a failed search into one that is asked by itself when the line is back. */
  'screening.keep': channel(id, screeningSummarySchema),
  /** Takes back a search that waits: it is then gone. */
  'screening.drop': channel(id, nothing),
  'screening.state': channel(nothing, screeningServiceStateSchema),
  'screening.page': channel(
    z.object({
      filter: screeningFilterSchema,
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(longestPage),
    }),
    screeningPageSchema,
  ),
  'screening.open': channel(id, screeningViewSchema),
  /** The answer as it came, as text. `nothing-came` when there is none. */
  'screening.raw': channel(id, z.object({ text: z.string() })),
  'screening.decide': channel(
    z.object({
      id: z.string(),
      match: z.number().int().nonnegative().nullable(),
      verdict: verdictSchema,
      reason: z.string().trim().min(1).max(longest.reason),
    }),
    screeningViewSchema,
  ),
  /** A person says what unread data means, with a reason. `of`: a source, or the JSON path of a member that is not described. */
  'screening.read': channel(
    sourceReadingSchema.pick({ of: true, meaning: true }).extend({ id: z.string(), reason: z.string().trim().min(1).max(longest.reason) }),
    screeningViewSchema,
  ),
  /** Rules that would read answers like this one. */
  'screening.draftRules': channel(z.object({ id: z.string(), of: z.string() }), z.array(textRuleSchema)),
  /** Which stored screenings these rules would have read otherwise; nothing is changed. */
  'screening.tryRules': channel(newRules, ruleEffectSchema),
  /** Adds them to the profile in use, before its others. */
  'screening.addRules': channel(newRules, nothing),
  /** Opens the link of a match in the browser; the screen asks first. `link-refused` for one that the answer does not hold. */
  'screening.openLink': channel(z.object({ id: z.string(), url: z.string() }), nothing),
  /** Asks where to, and writes the certificate; null when dismissed, else the file's name. */
  'screening.saveCertificate': channel(z.object({ id: z.string(), language: languageSchema }), z.object({ name: z.string().nullable() })),
  /** Opens the certificate that was saved last for this search. */
  'screening.openCertificate': channel(id, nothing),

  /** Dialog; null when dismissed. A file that cannot be read at all is a refusal, one that can be read in another way a preview with a problem. */
  'mass.chooseFile': channel(nothing, tablePreviewSchema.nullable()),
  /** The same file read in another way. */
  'mass.preview': channel(z.object({ fileId: z.string(), options: tableOptionsSchema }), tablePreviewSchema),
  /** Reads the whole file. */
  'mass.check': channel(z.object({ fileId: z.string(), options: tableOptionsSchema, mapping: columnMappingSchema }), tableCheckSchema),
  /** Takes the rows over and begins; answers as soon as the run is listed (`preparing`). */
  'mass.start': channel(startRunSchema, runSchema),
  'mass.list': channel(nothing, z.array(runSchema)),
  'mass.pause': channel(id, runSchema),
  'mass.resume': channel(id, runSchema),
  /** Puts the failed rows back to be asked; rows whose source did not answer too, with `unavailable`. */
  'mass.retryFailed': channel(id.extend({ unavailable: z.boolean() }), runSchema),
  /** Removes the run with its rows and answers. */
  'mass.remove': channel(id, nothing),
  /** Asks where to, and writes; null when dismissed, else the file's name, its rows, and how many cells were longer than a cell can be. */
  'mass.export': channel(
    id.extend({ format: exportFormatSchema }),
    z.object({ name: z.string(), rows: z.number().int(), cut: z.number().int() }).nullable(),
  ),

  ...verificationChannels,
  ...caseChannels,
  ...serviceChannels,
  ...placementTestChannels,

  'presets.list': channel(nothing, z.array(presetSchema)),
  'presets.save': channel(presetSchema.partial({ id: true }), z.array(presetSchema)),
  'presets.remove': channel(z.object({ id: z.string() }), z.array(presetSchema)),

  'profiles.list': channel(nothing, z.array(profileViewSchema)),
  /** Without an id a new profile is made. `caFile`: the file stays as it is (also when left out), is none, or becomes the one that the dialog gave last. */
  'profiles.save': channel(
    z.object({ id: z.string().optional(), profile: typedProfileSchema, caFile: caFileChoiceSchema.optional() }),
    profileViewSchema,
  ),
  /** Removes the profile and its secrets. */
  'profiles.remove': channel(z.object({ id: z.string() }), nothing),
  /** Gets a token with the stored secret; `problem` is null when that worked, `unread` names what could not be read of the answer. */
  'profiles.test': channel(
    z.object({ id: z.string() }),
    z.object({ problem: problemSchema.nullable(), unread: z.array(z.enum(tokenMembers)) }),
  ),
  /** Dialog; null when dismissed. Main remembers the path for `profiles.save`; the page only shows it. */
  'profiles.chooseCaFile': channel(nothing, z.object({ path: z.string().nullable() })),
  /** What the roots of a profile say, in their order. `bad-request` for what is no certificate. */
  'profiles.describeRoots': channel(z.object({ roots: z.string() }), z.array(rootFactsSchema)),
  /** Dialog; null when dismissed. Answers with the request's roots and those of the file, each once. `roots-unreadable`, `roots-too-many`. */
  'profiles.chooseRoots': channel(z.object({ roots: z.string() }), z.array(rootFactsSchema).nullable()),
  /** Into the vault; there is no channel that reads one back. */
  'secrets.set': channel(z.object({ profileId: z.string(), name: secretNameSchema, value: z.string().min(1) }), nothing),
  'secrets.remove': channel(z.object({ profileId: z.string(), name: secretNameSchema }), nothing),
  /** Makes a new key for everything sealed on disk and seals it anew. */
  'secrets.renewKey': channel(nothing, nothing),
} satisfies Record<ChannelName, { request: z.ZodType; response: z.ZodType }>;

export type Contract = typeof contract;
export type RequestOf<C extends ChannelName> = z.infer<Contract[C]['request']>;
export type ResponseOf<C extends ChannelName> = z.infer<Contract[C]['response']>;

export const dropRequestSchema = z.object({ paths: z.array(z.string()).max(10_000) });

/** What the native menu can ask of the page. */
export const menuCommandSchema = z.enum([
  'open-files',
  'open-folder',
  'go-sign',
  'go-queue',
  'go-screen',
  'go-customers',
  'go-inbox',
  'go-verify',
  'go-settings',
  'find',
  'zoom-in',
  'zoom-out',
  'fit-width',
  'fit-page',
]);
export type MenuCommand = z.infer<typeof menuCommandSchema>;

export const events = {
  'documents.changed': z.array(stationDocumentSchema),
  /** Progress of reading what was opened; done equals total when it is over. */
  'documents.reading': z.object({ done: z.number().int(), total: z.number().int() }),
  /** Only the jobs that changed. */
  'signing.changed': z.array(signingJobSchema),
  /** Ids that are no longer listed. */
  'signing.forgotten': z.array(z.string()),
  'queue.changed': queueStateSchema,
  /** A search of the panel that changed unasked: a kept one was asked. Rows of lists are not told one by one. */
  'screening.changed': screeningSummarySchema,
  'screening.state': screeningServiceStateSchema,
  /** At most a few times a second. */
  'mass.changed': runSchema,
  'mass.removed': id,
  'cases.changed': caseSummarySchema,
  'cases.removed': id,
  'cases.state': casesStateSchema,
  /** Bytes of a record so far; at most a few times a second. */
  'cases.fetching': z.object({ fetchId: z.string(), bytes: z.number().int() }),
  ...serviceEvents,
  ...placementTestEvents,
  'settings.changed': appInfoSchema,
  'app.menu': menuCommandSchema,
} satisfies Record<EventName, z.ZodType>;
export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>;

/** How a channel answers: a value or a problem, never a thrown string. */
export type IpcResult<T> = { ok: true; value: T } | { ok: false; problem: z.infer<typeof problemSchema> };

/** What the preload puts on `window.station`. */
export type StationApi = {
  invoke: { [C in ChannelName]: (request: RequestOf<C>) => Promise<IpcResult<ResponseOf<C>>> };
  on: { [E in EventName]: (listener: (payload: EventPayload<E>) => void) => () => void };
  openDropped: (files: File[]) => Promise<IpcResult<{ taken: number }>>;
  /** Like `publications.choose`, for files that were dropped. */
  stageDropped: (files: File[]) => Promise<IpcResult<Staged[]>>;
  /** Like `verification.choose`, for files that were dropped. */
  verifyDropped: (files: File[]) => Promise<IpcResult<ChosenPdf[]>>;
};

/** Address of a document's bytes for pdf.js, relative to the page. */
export const documentUrl = (documentId: string): string => `./documents/${encodeURIComponent(documentId)}`;

/** Address of the bytes of the file that came back for a document, relative to the page. */
export const returnedUrl = (documentId: string): string => `./returned/${encodeURIComponent(documentId)}`;

/** Address of a record's picture, video or document, relative to the page. */
export const recordFileUrl = (recordId: string, fileId: string): string =>
  `./records/${encodeURIComponent(recordId)}/${encodeURIComponent(fileId)}`;
