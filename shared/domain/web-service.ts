/**
 * The client's own web service (interface description, endpoints A and B): how it is set up, what it says of itself, and
 * what came in through it. The provider calls it; it is off until somebody switches it on.
 */
import { z } from 'zod';
import { problemSchema } from '../problem-schema.ts';

/** A document is published for one or more of these; `customer` is the customer id that the client itself gave. */
export const publicationKeyKinds = ['identification', 'transaction', 'uid', 'customer'] as const;
export const publicationKeyKindSchema = z.enum(publicationKeyKinds);
export type PublicationKeyKind = z.infer<typeof publicationKeyKindSchema>;

export const maxKeyLength = 300;
export const publicationKeySchema = z.object({ kind: publicationKeyKindSchema, value: z.string().trim().min(1).max(maxKeyLength) });
export type PublicationKey = z.infer<typeof publicationKeySchema>;

const memberName = z.string().trim().min(1).max(80);
/** Which members of `JsonTransaction` are held against a key of each kind: not shown (endpoint B, use 1). None: never matches. */
export const comparedSchema = z.object({
  identification: z.array(memberName).max(10).default(['IdNumber']),
  transaction: z.array(memberName).max(10).default(['TransactionId']),
  uid: z.array(memberName).max(10).default(['Uid']),
  customer: z.array(memberName).max(10).default(['CustomerIdFromClient']),
});
export type Compared = z.infer<typeof comparedSchema>;

/**
 * `none`: plain HTTP, on loopback only. `proxy`: plain HTTP behind a reverse proxy, which encrypts. `files`: certificate and
 * key, PEM. `pkcs12`: both in one file, whose passphrase is in the vault (or the environment).
 */
export const serviceTransportSchema = z.enum(['none', 'proxy', 'files', 'pkcs12']);
export type ServiceTransport = z.infer<typeof serviceTransportSchema>;

/** An IP address, or a range in CIDR notation. Whether it is one is checked where it is used (`service-address-unusable`). */
const address = z.string().trim().min(1).max(64);
const path = z.string().max(4096);

/** Where files of a watched folder say whose they are: before the first `_` of the name, or in the name of the subfolder. */
export const serviceSettingsSchema = z.object({
  enabled: z.boolean().default(false),
  /** Address to listen on. */
  host: z.string().trim().min(1).max(255).default('127.0.0.1'),
  /** 0: any free one. */
  port: z.number().int().min(0).max(65_535).default(8443),
  transport: serviceTransportSchema.default('none'),
  /** Paths, absolute; empty for none. */
  certificateFile: path.default(''),
  keyFile: path.default(''),
  pkcs12File: path.default(''),
  /** Who may call, beside this very machine; empty: everybody who can reach it. */
  allowed: z.array(address).max(100).default([]),
  /** For `proxy`: whose `X-Forwarded-For` is believed, beside this very machine; nobody else may call then. */
  proxies: z.array(address).max(100).default([]),
  /** `expires_in`. */
  tokenMinutes: z.number().int().min(1).max(1440).default(20),
  /** Most MiB of a body of the documents endpoint. */
  bodyMiB: z.number().int().min(1).max(64).default(8),
  compared: comparedSchema.prefault({}),
  /** PDFs that appear in this folder are published; empty for none. Absolute. */
  watchedFolder: path.default(''),
  /** What the file or folder names there are. */
  watchedKey: publicationKeyKindSchema.default('identification'),
  /** Whether they are offered once, or until the file goes. */
  watchedOnce: z.boolean().default(false),
});
export type ServiceSettings = z.infer<typeof serviceSettingsSchema>;

/** What the page may change; paths are set by their dialogs alone. Without defaults: what is not given stays as it is. */
const { shape } = serviceSettingsSchema;
export const serviceChangeSchema = z
  .object({
    enabled: shape.enabled.unwrap(),
    host: shape.host.unwrap(),
    port: shape.port.unwrap(),
    transport: shape.transport.unwrap(),
    allowed: shape.allowed.unwrap(),
    proxies: shape.proxies.unwrap(),
    tokenMinutes: shape.tokenMinutes.unwrap(),
    bodyMiB: shape.bodyMiB.unwrap(),
    compared: z.object({
      identification: comparedSchema.shape.identification.unwrap(),
      transaction: comparedSchema.shape.transaction.unwrap(),
      uid: comparedSchema.shape.uid.unwrap(),
      customer: comparedSchema.shape.customer.unwrap(),
    }),
    watchedKey: shape.watchedKey.unwrap(),
    watchedOnce: shape.watchedOnce.unwrap(),
  })
  .partial();
export type ServiceChange = z.infer<typeof serviceChangeSchema>;

export const usernameSchema = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\w.@-]+$/);
/** The password is made by the station and shown once. */
export const minPasswordLength = 12;

/** Somebody who may call. Passwords: the newest first; `until` (ISO 8601) when an older one ends, null for the one in force. */
export const serviceUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  createdAt: z.string(),
  passwords: z.array(z.object({ since: z.string(), until: z.string().nullable() })),
  /** Tokens that are good now. */
  tokens: z.number().int(),
  lastToken: z.string().nullable(),
});
export type ServiceUser = z.infer<typeof serviceUserSchema>;

/** What happened, newest first; never what was in it. */
export const serviceEventKinds = [
  'token', // issued
  'token-refused', // wrong credentials, or another grant
  'locked-out',
  'unauthorized', // documents endpoint without a good token
  'not-allowed', // from an address that may not call
  'documents', // asked for; count: how many went out
  'push', // kept
  'push-again', // the same as before
  'push-changed', // the same Uid with other content, kept
  'set-aside', // unreadable, or neither of the two; kept for a look
  'not-kept', // 500
  'bad-request', // 400, 408, 413, 415 and the like, before anybody was known
] as const;
export const serviceEventKindSchema = z.enum(serviceEventKinds);
export type ServiceEventKind = z.infer<typeof serviceEventKindSchema>;
export const serviceEventSchema = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  kind: serviceEventKindSchema,
  /** HTTP status that was answered; null when the connection was closed. */
  status: z.number().int().nullable(),
  /** The user, once one was known. */
  user: z.string().nullable(),
  count: z.number().int().optional(),
  /** Of what was set aside or not kept: why, a code of `shared/errors.ts`. */
  code: z.string().optional(),
});
export type ServiceEvent = z.infer<typeof serviceEventSchema>;

/** Why it does not run: `off`, or a problem; `starting` and `stopping` pass. */
export const serviceStateSchema = z.object({
  state: z.enum(['off', 'starting', 'running', 'stopping', 'failed']),
  /** Base addresses, `{client_base_url}`, once it runs. */
  urls: z.array(z.string()),
  problem: problemSchema.nullable(),
  /** Since it started; null while it does not run. */
  since: z.string().nullable(),
  users: z.number().int(),
  lastToken: z.string().nullable(),
  lastPush: z.string().nullable(),
  lastFetch: z.string().nullable(),
  /** Since the station started. */
  counts: z.record(serviceEventKindSchema, z.number().int()),
  /** The latest that went wrong, newest first; a few. */
  errors: z.array(serviceEventSchema),
  /** The watched folder: null when there is none, or it is being watched; else why not. */
  watching: problemSchema.nullable(),
  /** When the certificate in use ends, ISO 8601; null without one. */
  certificateEnds: z.string().nullable(),
});
export type ServiceState = z.infer<typeof serviceStateSchema>;

/** The service called as the provider would, by a user that exists for the test alone. In this order; the first that fails ends it. */
export const selfTestSteps = ['reach', 'wrong-password', 'token', 'no-token', 'documents', 'push'] as const;
export const selfTestSchema = z.array(
  z.object({
    step: z.enum(selfTestSteps),
    ok: z.boolean(),
    /** What was answered; null when nothing was. */
    status: z.number().int().nullable(),
    problem: problemSchema.nullable(),
  }),
);
export type SelfTest = z.infer<typeof selfTestSchema>;

/** One document that is published for the provider to fetch. */
export const publicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  /** Every one of them that the transaction says must be the same, and at least one must be said. Empty only where it cannot be read. */
  keys: z.array(publicationKeySchema).max(publicationKeyKinds.length),
  once: z.boolean(),
  /** `fetched`: offered once, and gone out. */
  state: z.enum(['offered', 'fetched', 'withdrawn']),
  publishedAt: z.string(),
  /** Empty: from the watched folder. */
  by: z.string(),
  source: z.enum(['application', 'folder']),
  visitId: z.string().nullable(),
  /** Each time it was asked for: `complete` once the last byte was handed over. Newest first. */
  fetches: z.array(z.object({ at: z.string(), user: z.string(), complete: z.boolean() })),
  /** Why it cannot be read; null when it can. */
  problem: problemSchema.nullable(),
});
export type Publication = z.infer<typeof publicationSchema>;

/** A PDF that was chosen or dropped to be published, by an id of main's own. */
export const stagedSchema = z.object({ id: z.string(), name: z.string(), size: z.number().int(), problem: problemSchema.nullable() });
export type Staged = z.infer<typeof stagedSchema>;

export const publishRequestSchema = z.object({
  staged: z.array(z.string()).min(1).max(200),
  keys: publicationSchema.shape.keys.min(1),
  once: z.boolean(),
  visitId: z.string().nullable(),
});
export type PublishRequest = z.infer<typeof publishRequestSchema>;

export const publicationFilterSchema = z.object({
  /** In name or key. */
  text: z.string().max(maxKeyLength),
  show: z.enum(['all', 'offered', 'ended']),
});
export type PublicationFilter = z.infer<typeof publicationFilterSchema>;
export const publicationPageSchema = z.object({ total: z.number().int(), items: z.array(publicationSchema) });
export type PublicationPage = z.infer<typeof publicationPageSchema>;

/** Something that the provider sent. */
export const inboxItemSchema = z.object({
  id: z.string(),
  /** `record`: a push; `set-aside`: a body that was authentic and could not be taken for either use of the endpoint. */
  kind: z.enum(['record', 'set-aside']),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
  /** User of the service who sent it. */
  user: z.string(),
  read: z.boolean(),
  /** Bytes. */
  size: z.number().int(),
  /** Whether it has at least that size: a body over the limit that did not state its own. */
  sizeIsLowerBound: z.boolean(),
  sha256: z.string(),
  /** Whether what was set aside can be shown and saved; false for a body over the limit, and for records. */
  hasContents: z.boolean(),
  /** Of a record; null and empty where it does not say, and of what was set aside. */
  uid: z.string().nullable(),
  name: z.string(),
  identification: z.string(),
  transaction: z.string().nullable(),
  /** 1, or which version of this Uid it is: from the second on, its content is not what came before. */
  version: z.number().int(),
  recordId: z.string().nullable(),
  visitId: z.string().nullable(),
  /** How often the very same came again, and when last. */
  repeats: z.number().int(),
  repeatedAt: z.string().nullable(),
  /** Why it was set aside, or cannot be opened; null for a record that can. */
  problem: problemSchema.nullable(),
});
export type InboxItem = z.infer<typeof inboxItemSchema>;

export const inboxFilterSchema = z.object({
  /** In Uid, name, identification or transaction. */
  text: z.string().max(maxKeyLength),
  show: z.enum(['all', 'unread', 'changed', 'set-aside']),
});
export type InboxFilter = z.infer<typeof inboxFilterSchema>;
/** Newest first. */
export const inboxPageSchema = z.object({ total: z.number().int(), items: z.array(inboxItemSchema) });
export type InboxPage = z.infer<typeof inboxPageSchema>;
export const inboxStateSchema = z.object({ total: z.number().int(), unread: z.number().int(), setAside: z.number().int() });
export type InboxState = z.infer<typeof inboxStateSchema>;
