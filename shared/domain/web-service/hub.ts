/**
 * The protocol between a station and the hub at head office. A station connects outward over HTTPS; each request but the enrolment is
 * signed with the key of the station (RFC 9421; `main/platform/hub/signature.ts`). Times are ISO 8601, sizes in bytes, digests SHA-256 in
 * hexadecimal digits.
 */
import { z } from 'zod';
import { maxKeyLength, maxPublishedBytes, publicationKeySchema } from './web-service.ts';

/** Paths at the hub. `:id` and `:kind` are parts of a path. */
export const hubPaths = {
  enrol: '/hub/enrolment',
  station: '/hub/station',
  events: '/hub/events',
  push: '/hub/pushes/:id',
  acknowledge: '/hub/acknowledgements',
  restoration: '/hub/restoration',
  claims: '/hub/claims',
  publications: '/hub/publications',
  publication: '/hub/publications/:id',
  content: '/hub/publications/:id/content',
} as const;

/** The time for which an enrolment code can be used. */
export const enrolmentMinutes = 15;
/** Bytes of one piece of an upload, and of one encrypted chunk in the database. */
export const hubChunkBytes = 1024 * 1024;
/** Seconds between the clock of the hub and that of a signature. A station whose clock is wrong follows the `Date` of the hub's answer. */
export const maxSignatureAge = 300;

const idSchema = z.uuid();
const timeSchema = z.iso.datetime();
const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);
const stationNameSchema = z.string().trim().min(1).max(100);

/**
 * `POST enrol`: a one-time code for a public key, answered as `GET station` is. Repeating it with the same key, when the answer was lost,
 * has the same answer.
 */
export const enrolRequestSchema = z.object({
  code: z.string().trim().min(1).max(100),
  /** Ed25519, the 32 bytes in base64url. */
  publicKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});
export type EnrolRequest = z.infer<typeof enrolRequestSchema>;

/**
 * `GET station`: the name under which the hub lists this station. `history`: another one when the hub's database may be of an earlier time
 * than before; it has then withdrawn all documents, and the station begins as after `POST restoration`.
 */
export const hubStationSchema = z.object({ stationId: idSchema, name: stationNameSchema, hubName: z.string(), history: z.string() });
export type HubStation = z.infer<typeof hubStationSchema>;

/** By what a station claims pushes, in comparable form (`transactionKey`, `identificationKey`). The hub stores only a keyed hash. */
const claimKinds = ['transaction', 'identification'] as const;
const claimKindSchema = z.enum(claimKinds);
export const claimSchema = z.object({ kind: claimKindSchema, value: z.string().min(1).max(maxKeyLength) });
export type Claim = z.infer<typeof claimSchema>;

/**
 * `POST claims`: the claims of one visit, which replace those that it had before; none when the visit is removed. The visit's id is the
 * station's. Pushes that wait and match are assigned to the station in the same transaction, and come as events.
 */
export const claimRequestSchema = z.object({
  visitId: idSchema,
  /** Grows with each change of the station's claims. A request that arrives after a newer one of the visit changes nothing. */
  version: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  claims: z.array(claimSchema).max(10),
});
/**
 * `elsewhere`: records with these keys that other stations have, newest first, at most `maxElsewhere`. `newest`: the request changed nothing,
 * and this is the highest version of the station's claims; a station that waited for this answer has data of an earlier time, and sends the
 * claims again with a higher one.
 */
export const claimAnswerSchema = z.object({
  elsewhere: z.array(z.object({ station: stationNameSchema, receivedAt: timeSchema })),
  newest: z.number().int().optional(),
});
export const maxElsewhere = 20;
export type ClaimRequest = z.infer<typeof claimRequestSchema>;
export type ClaimAnswer = z.infer<typeof claimAnswerSchema>;

export const maxArrivals = 100;

const repeatedSchema = z.object({
  kind: z.literal('repeated'),
  id: idSchema,
  uid: z.string(),
  /** Of the body of the latest version at that time. */
  latest: digestSchema,
  /**
   * Those that are not acknowledged, oldest first, at most the last `maxArrivals`. The id of the event is that of the last one. `digest` of
   * the content of the version (`contentDigest`).
   */
  arrivals: z
    .array(z.object({ id: idSchema, at: timeSchema, digest: digestSchema }))
    .min(1)
    .max(maxArrivals),
});
const fetchedSchema = z.object({ kind: z.literal('fetched'), id: idSchema, at: timeSchema, user: z.string(), publicationId: idSchema });

/** What the hub stores encrypted of such an event; the other members are columns. */
export const repeatDetailsSchema = repeatedSchema.omit({ kind: true, id: true });
export const fetchDetailsSchema = fetchedSchema.pick({ user: true, publicationId: true });

/**
 * An event for one station. It is sent again until it is acknowledged, and can come twice: its ids and digests say whether it is known.
 * `push`: a record that was pushed. `repeated`: versions of a Uid arrived at the hub again, each an earlier version after the latest one, or
 * the latest after that; sent once the latest is acknowledged. `fetched`: the provider fetched a document of this station.
 */
export const hubEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('push'),
    id: idSchema,
    receivedAt: timeSchema,
    /** The user of the web service who pushed it. */
    user: z.string(),
    size: z.number().int(),
    sha256: digestSchema,
    /** The hub read bytes of no stated character encoding as windows-1252. */
    isTextUncertain: z.boolean().optional(),
  }),
  repeatedSchema,
  fetchedSchema,
]);
export type HubEvent = z.infer<typeof hubEventSchema>;
/**
 * `GET events`: a stream of server-sent events (`event: hub`, `data:` one `HubEvent`; a comment every 20 seconds). With
 * `Accept: application/json` and `?wait=SECONDS` (at most `maxWaitSeconds`), one answer of this shape with at most `maxEventsOfAnswer`, for
 * proxies that break streams: at once when there are unacknowledged events, otherwise as soon as one comes or the time is over.
 */
export const hubEventsSchema = z.object({ events: z.array(hubEventSchema) });
export const maxWaitSeconds = 25;
export const maxEventsOfAnswer = 100;

/** `POST acknowledge`: after the station's own commit. An unknown id, or one of another station, has no effect. */
export const acknowledgeSchema = z.object({ events: z.array(idSchema).min(1).max(1000) });

/**
 * `POST restoration`: the data of the station are of an earlier time, such as a backup, or new. `known`: the latest events that it has
 * committed. The events that it has acknowledged since, as far as the hub has their contents, come again, with some that it knows.
 * `newest`: the number of its latest document at the hub, for `DELETE publications`; 0 for none.
 */
export const maxKnownEvents = 100;
export const restorationRequestSchema = z.object({ known: z.array(idSchema).max(maxKnownEvents) });
export const restorationAnswerSchema = z.object({ newest: z.number().int().min(0) });
export type RestorationRequest = z.infer<typeof restorationRequestSchema>;
export type RestorationAnswer = z.infer<typeof restorationAnswerSchema>;

/**
 * `GET push`: the body as it was pushed, `application/octet-stream`. Until this call a newer claim can move the push to another station;
 * then the answer is 404, and the event is void.
 */

/** `POST publications`: a document that will be uploaded. Repeating it has no effect, so that a station can repeat it after any fault. */
export const publicationRequestSchema = z.object({
  id: idSchema,
  name: z.string().min(1).max(255),
  size: z.number().int().positive().max(maxPublishedBytes),
  sha256: digestSchema,
  keys: z.array(publicationKeySchema).min(1),
  once: z.boolean(),
});
export type HubPublicationRequest = z.infer<typeof publicationRequestSchema>;
/**
 * The answer of `POST publications`, of `GET publication`, of `DELETE publication`, which withdraws it, and of `PUT content?offset=N`, whose
 * body is one piece that begins at `received`: `hubChunkBytes`, the last one the rest. 409 with the same shape for another offset. After the
 * last piece the hub compares the digest, and offers the document; `damaged`: the digest differs, the upload begins again at 0.
 * A document that is not `uploading` or `damaged` ignores pieces. `fetched`, also as the answer to `DELETE`: it was offered once, and a fetch
 * has begun.
 */
export const hubPublicationSchema = z.object({
  id: idSchema,
  state: z.enum(['uploading', 'damaged', 'offered', 'fetched', 'withdrawn']),
  received: z.number().int(),
});
export type HubPublication = z.infer<typeof hubPublicationSchema>;
/**
 * `DELETE publications?upTo=N`: withdraws the documents of the station up to the number that `POST restoration` answered, since it does not know
 * all of them. A request that arrives late withdraws none that were published after that. 204.
 */

/**
 * Refusals are `{ error }`, a code of this list. `enrolment-code` (403): unknown, used or too old. `revoked` (401): an unknown or revoked
 * station. `signature` (401). `clock` (401): the `Date` of the answer is the time at the hub. `not-found` (404). `malformed` (400, 413, 415).
 * `elsewhere` (403): another run of the station, of a copy of its data, is connected; also worth trying again.
 * `busy` (429, 503): try again after `Retry-After` seconds. `failed` (500): a fault of the hub, also worth trying again.
 */
export const hubRefusals = [
  'enrolment-code',
  'revoked',
  'signature',
  'clock',
  'elsewhere',
  'not-found',
  'malformed',
  'busy',
  'failed',
] as const;
export const hubRefusalSchema = z.object({ error: z.enum(hubRefusals) });
export type HubRefusal = (typeof hubRefusals)[number];
