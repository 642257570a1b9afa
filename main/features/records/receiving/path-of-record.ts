/** Finds the record in an answer of the validation query, which may have it within other members or lists (`docs/open-points.md`). */
import { StationError } from '../../../../shared/errors.ts';
import type { JsonPath } from '../../../platform/json/exact-json.ts';
import { explanationIn } from '../../../platform/provider/provider-text.ts';
import { discardAll } from '../../../platform/provider/validation-answer.ts';
import type { QueriedRecord } from '../../../platform/provider/validation-query.ts';
import { onlyRecord } from './read-push.ts';

/**
 * Returns the JSON path of the record in its answer, which is stored whole: empty for the answer itself.
 * @throws StationError `validation-failed`, after the long texts are discarded: the answer has no record, or several
 */
export async function pathOfRecord({ status, json, texts }: QueriedRecord): Promise<JsonPath> {
  const value: unknown = JSON.parse(json);
  const within = onlyRecord(value);
  if (typeof within !== 'string') return within;
  await discardAll(texts);
  throw within === 'none' ? noRecord(status, explanationIn(value)) : new StationError('validation-failed', { status, context: 'several' });
}

/** A successful answer without a transaction record, possibly with the provider's explanation. */
const noRecord = (status: number, explanation: string | null): StationError =>
  new StationError(
    'validation-failed',
    explanation === null ? { status, context: 'no_record' } : { status, providerText: explanation, context: 'said' },
  );
