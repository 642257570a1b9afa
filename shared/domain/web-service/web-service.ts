/**
 * The client's own web service (interface description, endpoints A and B): its settings, its state, and the pushes
 * that it received. The provider calls it; it is off until a person switches it on.
 */
import { z } from 'zod';
import { problemSchema } from '../../problem-schema.ts';
import { serviceEventKinds } from '../closed-lists.ts';

/** A document is published for one or more of these; `customer` is the customer id that the client itself assigned. */
export const publicationKeyKinds = ['identification', 'transaction', 'uid', 'customer'] as const;
export const publicationKeyKindSchema = z.enum(publicationKeyKinds);
export type PublicationKeyKind = z.infer<typeof publicationKeyKindSchema>;

/** Bytes of one published document: no caller accepts a larger one in base64, with others in one answer. */
export const maxPublishedBytes = 64 * 1024 * 1024;

export const maxKeyLength = 300;
export const publicationKeySchema = z.object({ kind: publicationKeyKindSchema, value: z.string().trim().min(1).max(maxKeyLength) });
export type PublicationKey = z.infer<typeof publicationKeySchema>;

const memberName = z.string().trim().min(1).max(80);
/**
 * Members of `JsonTransaction` that are compared with a key of each kind, by name or path (`Client.IdNumber`): not shown (endpoint B, use 1).
 * None: never matches.
 */
export const comparedSchema = z.object({
  identification: z.array(memberName).max(10).default(['IdNumber']),
  transaction: z.array(memberName).max(10).default(['TransactionId']),
  uid: z.array(memberName).max(10).default(['Uid']),
  customer: z.array(memberName).max(10).default(['CustomerIdFromClient']),
});
export type Compared = z.infer<typeof comparedSchema>;

/**
 * `none`: plain HTTP, on loopback only. `proxy`: plain HTTP behind a reverse proxy, which encrypts. `files`: certificate and
 * key, PEM. `pkcs12`: both in one file; its passphrase is in the vault (or the environment).
 */
export const serviceTransportSchema = z.enum(['none', 'proxy', 'files', 'pkcs12']);
export type ServiceTransport = z.infer<typeof serviceTransportSchema>;

/** An IP address, or a range in CIDR notation. It is validated where it is used (`service-address-unusable`). */
const address = z.string().trim().min(1).max(64);
const path = z.string().max(4096);

/** Where files of a watched folder name their customer: before the first `_` of the name, or in the name of the subfolder. */
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
  /** Addresses that may call, in addition to this computer; empty: everyone who can reach it. */
  allowed: z.array(address).max(100).default([]),
  /** For `proxy`: the addresses with a trusted `X-Forwarded-For`, in addition to this computer; only these may call then. */
  proxies: z.array(address).max(100).default([]),
  /** `expires_in`. */
  tokenMinutes: z.number().int().min(1).max(1440).default(20),
  /** Maximum MiB of a body of the documents endpoint. */
  bodyMiB: z.number().int().min(1).max(64).default(8),
  compared: comparedSchema.prefault({}),
  /** PDFs that appear in this folder are published; empty for none. Absolute. */
  watchedFolder: path.default(''),
  /** The kind of key that the file or folder names are. */
  watchedKey: publicationKeyKindSchema.default('identification'),
  /** Whether they are offered once, or until the file is removed. */
  watchedOnce: z.boolean().default(false),
});
export type ServiceSettings = z.infer<typeof serviceSettingsSchema>;

/** Settings that the page may change; paths are set by their dialogs alone. Without defaults: absent members stay unchanged. */
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
/** Minimum length of a password that the environment names. Other passwords are generated by the station and shown once. */
export const minPasswordLength = 12;

/** A user of the web service. Passwords: the newest first; `until` (ISO 8601) when an older one ends, null for the current one. */
export const serviceUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  createdAt: z.string(),
  passwords: z.array(z.object({ since: z.string(), until: z.string().nullable() })),
  /** Number of valid tokens. */
  tokens: z.number().int(),
  lastToken: z.string().nullable(),
});
export type ServiceUser = z.infer<typeof serviceUserSchema>;

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
  /** Why a body was quarantined or dropped, or a token not issued or checked. */
  code: problemSchema.shape.code.optional(),
});
export type ServiceEvent = z.infer<typeof serviceEventSchema>;

/** Why it does not run: `off`, or a problem; `starting` and `stopping` are transient. */
export const serviceStateSchema = z.object({
  state: z.enum(['off', 'starting', 'running', 'stopping', 'failed']),
  /** Base addresses, `{client_base_url}`, once it runs. */
  urls: z.array(z.string()),
  /** Why it does not run; or, while it runs, that no one can call it, or why the last push or token failed. */
  problem: problemSchema.nullable(),
  /** Since it started; null while it does not run. */
  since: z.string().nullable(),
  users: z.number().int(),
  lastToken: z.string().nullable(),
  lastPush: z.string().nullable(),
  lastFetch: z.string().nullable(),
  /** Since the station started. */
  counts: z.record(serviceEventKindSchema, z.number().int()),
  /** The latest failures, newest first; a few. */
  errors: z.array(serviceEventSchema),
  /** Why the folder is not watched; null when there is none, or it is being watched. */
  watching: problemSchema.nullable(),
  /** When the certificate in use ends, ISO 8601; null without one. */
  certificateEnds: z.string().nullable(),
});
export type ServiceState = z.infer<typeof serviceStateSchema>;

/**
 * Steps of the self-test: calls the service as the provider would, with a user that exists for the test alone. In this order;
 * the first failure ends it.
 */
export const selfTestSteps = ['reach', 'wrong-password', 'token', 'no-token', 'documents', 'push'] as const;
/** `problem`: why a step failed. */
export const selfTestSchema = z.array(z.object({ step: z.enum(selfTestSteps), problem: problemSchema.nullable() }));
export type SelfTest = z.infer<typeof selfTestSchema>;

/** One document that is published for the provider to fetch. */
export const publicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  /** The transaction must match every key that it states, and at least one must be stated. Empty only where the row cannot be read. */
  keys: z.array(publicationKeySchema).max(publicationKeyKinds.length),
  once: z.boolean(),
  /** `fetched`: offered once, and delivered. */
  state: z.enum(['offered', 'fetched', 'withdrawn']),
  publishedAt: z.string(),
  /** Clerk who published it; empty: from the watched folder. */
  by: z.string(),
  source: z.enum(['application', 'folder']),
  visitId: z.string().nullable(),
  /** Fetches: `complete` once the last byte was handed over. Newest first. */
  fetches: z.array(z.object({ at: z.string(), user: z.string(), complete: z.boolean() })),
  /** Whether the hub knows of its state; `none`: this station is not enrolled. */
  hub: z.enum(['none', 'waiting', 'known']),
  /** Why it cannot be read; null when it can. */
  problem: problemSchema.nullable(),
});
export type Publication = z.infer<typeof publicationSchema>;

/** A PDF that was chosen or dropped to be published, by an id that main assigned. */
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

/** An item of the inbox: a body that the provider sent. */
export const inboxItemSchema = z.object({
  id: z.string(),
  /** `record`: a push; `quarantined`: a quarantined body, authentic and unusable for either use of the endpoint. */
  kind: z.enum(['record', 'quarantined']),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
  /** User of the service who sent it. */
  user: z.string(),
  read: z.boolean(),
  /** Bytes. */
  size: z.number().int(),
  /** Whether `size` is a minimum: a body over the limit that did not state its size. */
  sizeIsLowerBound: z.boolean(),
  sha256: z.string(),
  /** Whether a quarantined body can be shown and saved; false for a body over the limit, and for records. */
  hasContents: z.boolean(),
  /** Of a record; null and empty where it does not say, and for a quarantined body. */
  uid: z.string().nullable(),
  name: z.string(),
  identification: z.string(),
  transaction: z.string().nullable(),
  /** Version under this Uid, from 1: from the second on, its content differs from the earlier ones. */
  version: z.number().int(),
  recordId: z.string().nullable(),
  visitId: z.string().nullable(),
  /** Number of duplicates received, and time of the last. */
  repeats: z.number().int(),
  repeatedAt: z.string().nullable(),
  /** Why it was quarantined, or cannot be opened; null for a record that can. */
  problem: problemSchema.nullable(),
});
export type InboxItem = z.infer<typeof inboxItemSchema>;

export const inboxFilterSchema = z.object({
  /** In Uid, name, identification or transaction. */
  text: z.string().max(maxKeyLength),
  show: z.enum(['all', 'unread', 'changed', 'quarantined']),
});
export type InboxFilter = z.infer<typeof inboxFilterSchema>;
/** Newest first. */
export const inboxPageSchema = z.object({ total: z.number().int(), items: z.array(inboxItemSchema) });
export type InboxPage = z.infer<typeof inboxPageSchema>;
export const inboxStateSchema = z.object({ total: z.number().int(), unread: z.number().int(), quarantined: z.number().int() });
export type InboxState = z.infer<typeof inboxStateSchema>;
