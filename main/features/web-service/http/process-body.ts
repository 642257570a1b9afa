/** Receives the body of a call of the documents endpoint and does what it asks for; what cannot be read is quarantined. */

import type { IncomingMessage } from 'node:http';
import type { ServiceSettings } from '../../../../shared/domain/web-service.ts';
import { type ProblemCode, problemOf, StationError } from '../../../../shared/errors.ts';
import type { JsonPath } from '../../../platform/json/scan-json.ts';
import { type PushBody, partOf, readPushBody } from '../../records/records.ts';
import type { Caller } from '../access/access.ts';
import type { Intake } from '../inbox/inbox.ts';
import { oversizedBody } from '../inbox/inbox-row.ts';
import type { PushOutcome } from '../inbox/ingest-push.ts';
import type { PublishedAnswer } from '../publishing/answers.ts';
import type { Publishing } from '../publishing/publishing.ts';
import type { Call, Calls } from './call.ts';
import { classifyBody } from './classify-body.ts';
import { CodingFault, decompressBody, readCodings } from './decompress-body.ts';
import { type Limits, maxBodyBytes } from './limits.ts';
import { inUtf8 } from './media-type.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';

export type BodyDeps = {
  settings: Pick<ServiceSettings, 'bodyMiB'>;
  publishing: Pick<Publishing, 'answer'>;
  intake: Intake;
  calls: Calls;
};

const kinds = { stored: 'push', duplicate: 'push-duplicate', 'new-version': 'push-changed' } as const satisfies Record<PushOutcome, string>;

/** Error texts of quarantined bodies. */
const texts: Partial<Record<ProblemCode, string>> = {
  'body-neither': 'the body holds neither JsonTransaction nor a member of the transaction record',
  'body-not-json': 'the body is not valid JSON in UTF-8',
  'body-repeats-member': 'an object in the body has a member twice',
  'body-not-an-object': 'the body and its JsonTransaction must be JSON objects',
  'body-too-deep': 'the body has too many levels or values',
  'body-coding-unknown': `the body must be compressed in one of these ways or in none: ${readCodings}`,
  'body-coding-broken': 'the body cannot be decompressed',
};

/** Reads and decompresses a body. @throws Refusal for one that is too large, too slow, cut off, or compressed in another way */
export async function receiveBody(deps: BodyDeps, request: IncomingMessage, pace: Limits['pace']): Promise<Buffer> {
  const call = deps.calls.of(request);
  const maxBytes = maxBodyBytes(deps.settings.bodyMiB);
  const { 'content-length': length, 'content-encoding': coding } = request.headers;
  const body = await readBody(request, maxBytes, pace).catch(async (thrown: unknown) => {
    if (thrown instanceof Refusal && thrown.status === 413) await noteTooLarge(deps, call, Number(length));
    throw thrown;
  });
  return decompressBody(body, coding, maxBytes).catch(async (thrown: unknown) => {
    throw thrown instanceof CodingFault ? await refuseCoding(deps, call, body, thrown) : thrown;
  });
}

/**
 * Stores the records of a body, and finds the documents that it asks for; null without such a question.
 * @throws Refusal for a body that was quarantined; StationError when it could not be stored
 */
export async function processBody(
  deps: BodyDeps,
  call: Call,
  received: Buffer,
  contentType: string | undefined,
): Promise<PublishedAnswer | null> {
  const caller = callerOf(call);
  const body = classifyBody(inUtf8(received, contentType) ?? received);
  if (body.kind === 'unreadable') throw await quarantine(deps, call, received, new StationError(body.why.code, body.why.detail));
  call.kind = 'not-stored';
  // Records first: a record that a caller sends twice is a duplicate, and a lost one is lost.
  if (body.kind !== 'question') for (const path of body.records) await push(deps, call, recordAt(body.read, path));
  if (body.kind === 'record') return null;
  const found = await deps.publishing.answer(body.transaction, caller.name);
  if (body.kind === 'question') call.kind = 'documents';
  call.count = found.count;
  return found;
}

async function push(deps: BodyDeps, call: Call, body: PushBody): Promise<void> {
  const { intake } = deps;
  const caller = callerOf(call);
  try {
    if (caller.guest) await intake.rehearse(body);
    else call.kind = kinds[(await intake.ingestPush(body, caller.name)).outcome];
  } catch (thrown) {
    // Nothing is stored then: a body that is no record is quarantined like any other.
    if (!['record-not-as-described', 'record-too-large'].includes(problemOf(thrown).code)) throw thrown;
    throw await quarantine(deps, call, body.body, thrown);
  }
}

/** Adds an item without contents to the inbox for a body that is too large. `stated`: its Content-Length; NaN for none. */
async function noteTooLarge({ settings, intake, calls }: BodyDeps, call: Call, stated: number): Promise<void> {
  if (call.caller === null || call.caller.guest) return;
  call.kind = 'not-stored';
  const body = oversizedBody(stated, settings.bodyMiB);
  await calls.work(call, intake.noteTooLarge(body.size, call.caller.name, body.problem));
  call.kind = 'quarantined';
  call.code = 'body-too-large';
}

/** Quarantines a body that cannot be decompressed as it came; one that becomes too large leaves an item without contents. */
async function refuseCoding(deps: BodyDeps, call: Call, received: Buffer, { kind }: CodingFault): Promise<Refusal> {
  if (kind === 'too-large') {
    await noteTooLarge(deps, call, Number.NaN);
    return new Refusal(413, 'the body is too large');
  }
  const why = new StationError(kind === 'unknown' ? 'body-coding-unknown' : 'body-coding-broken');
  const { message } = await deps.calls.work(call, quarantine(deps, call, received, why));
  return kind === 'unknown' ? new Refusal(415, message, { 'accept-encoding': readCodings }) : new Refusal(400, message);
}

/** Quarantines a body; it is on the disk before the answer. @returns the refusal @throws StationError when it cannot be stored */
async function quarantine({ intake }: BodyDeps, call: Call, body: Buffer, why: unknown): Promise<Refusal> {
  const caller = callerOf(call);
  call.kind = 'not-stored';
  const found = problemOf(why);
  if (!caller.guest) await intake.quarantine(body, caller.name, found);
  call.kind = 'quarantined';
  call.code = found.code;
  return new Refusal(400, texts[found.code] ?? 'the body is no transaction record');
}

function callerOf({ caller }: Call): Caller {
  if (caller === null) throw new Error('a call without a caller');
  return caller;
}

/** Reads one record of a body. A wrapped record is rare, and is read a second time as its own text. */
function recordAt(whole: PushBody, path: JsonPath): PushBody {
  if (path.length === 0) return whole;
  const read = readPushBody(Buffer.from(partOf(new TextDecoder().decode(whole.body), path)));
  if (typeof read === 'string') throw new Error('a part of a JSON text is JSON');
  return read;
}
