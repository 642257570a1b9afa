/** A pushed record (interface description, endpoint B, use 2), read like a fetched one. */
import { StationError } from '../../../shared/errors.ts';
import type { IncomingStore } from '../../provider/provider.ts';
import { discardAll, readRecordAnswer } from '../../provider/validation-answer.ts';
import type { RecordAnswer } from '../../provider/validation-client.ts';
import { isRecord } from './find-records.ts';

/**
 * A push carries no images (endpoint B), but what is long in it goes to the store all the same.
 * @throws StationError `record-not-as-described` when it is no JSON object, cut off, or no record; `record-too-large`;
 * what the store throws. Then every text is thrown away.
 */
export async function readPushed(
  body: AsyncIterable<Uint8Array>,
  store: IncomingStore,
  options: { mostBytes?: number } = {},
): Promise<RecordAnswer> {
  const answer = await readRecordAnswer(body, store, options).catch((error: unknown) => {
    const code = error instanceof StationError ? error.problem.code : null;
    throw code?.startsWith('answer-') ? notAsDescribed(error) : error;
  });
  if (isRecord(JSON.parse(answer.json))) return answer;
  await discardAll(answer.texts);
  throw notAsDescribed();
}

const notAsDescribed = (cause?: unknown): StationError => new StationError('record-not-as-described', undefined, { cause });
