/** Finds the record in an answer of the validation query, which may have it within other members or lists (`docs/open-points.md`). */
import { StationError } from '../../../../shared/errors.ts';
import { type JsonPath, repeatedIn } from '../../../platform/json/exact-json.ts';
import { discardAll, type RecordAnswer } from '../../../platform/provider/validation-answer.ts';
import { onlyRecord, partOf } from './read-push.ts';

/**
 * Reduces an answer to its record; a long text outside the record keeps its path.
 * @returns `within`: the JSON path of the record in the answer; `repeated`: see `readRecord`
 * @throws StationError `validation-failed`, after the long texts are discarded: the answer has no record, or several
 */
export async function recordOfAnswer(answer: RecordAnswer): Promise<{ answer: RecordAnswer; within: JsonPath; repeated: JsonPath[] }> {
  const within = onlyRecord(JSON.parse(answer.json));
  if (within === null) {
    await discardAll(answer.texts);
    throw noRecord(answer.error);
  }
  const inRecord = (full: JsonPath): boolean => within.every((key, at) => full[at] === key);
  const texts = answer.texts.map((text) => (inRecord(text.path) ? { ...text, path: text.path.slice(within.length) } : text));
  return { answer: { ...answer, json: partOf(answer.json, within), texts }, within, repeated: repeatedAround(answer.json, within) };
}

/** Extracting a record drops the first of two members: returns their paths in it, an empty one when the record itself is in such a member. */
function repeatedAround(json: string, within: JsonPath): JsonPath[] {
  if (within.length === 0) return [];
  const isStart = (start: JsonPath, of: JsonPath): boolean => start.every((step, at) => step === of[at]);
  return repeatedIn(json).flatMap((path) => (isStart(within, path) ? [path.slice(within.length)] : isStart(path, within) ? [[]] : []));
}

/** A 200 answer without a transaction record, possibly with the provider's explanation. */
const noRecord = (explanation: string | null): StationError =>
  new StationError(
    'validation-failed',
    explanation === null ? { status: 200, context: 'no_record' } : { status: 200, providerText: explanation, context: 'said' },
  );
