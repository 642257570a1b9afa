/** Finds the record in an answer of the validation query, which may have it within other members or lists (`docs/open-points.md`). */
import { StationError } from '../../../../shared/errors.ts';
import { type JsonPath, readJson } from '../../../platform/json/exact-json.ts';
import { explanationIn } from '../../../platform/provider/provider-text.ts';
import { discardAll } from '../../../platform/provider/validation-answer.ts';
import type { QueriedRecord } from '../../../platform/provider/validation-query.ts';
import { stepInto } from '../reading/json-path.ts';
import { transactionIn } from '../reading/read-record.ts';
import { recordsOfAnswer } from './read-push.ts';

/**
 * Returns the JSON path of the record in its answer, which is stored whole: empty for the answer itself. Of several records it is the one of
 * the queried transaction.
 * @param queriedTransaction empty where the profile does not say which part of the path is it
 * @throws StationError `validation-failed`, after the long texts are discarded: the answer has no record, or several and not exactly one of
 * the queried transaction
 */
export async function pathOfRecord({ status, json, texts }: QueriedRecord, queriedTransaction: string): Promise<JsonPath> {
  const value: unknown = JSON.parse(json);
  const records = recordsOfAnswer(value);
  const [within, ...others] = records.length > 1 ? ofTransaction(json, records, queriedTransaction) : records;
  if (within !== undefined && others.length === 0) return within;
  await discardAll(texts);
  throw records.length === 0
    ? noRecord(status, explanationIn(value))
    : new StationError('validation-failed', { status, context: 'several' });
}

/** Returns those of the records that are of a transaction, whose digits count. */
function ofTransaction(json: string, records: readonly JsonPath[], queriedTransaction: string): JsonPath[] {
  const read = readJson(Buffer.from(json));
  const value = typeof read === 'string' ? null : read.value;
  return records.filter((path) => transactionIn(path.reduce(stepInto, value), queriedTransaction) === 'queried');
}

/** A successful answer without a transaction record, possibly with the provider's explanation. */
const noRecord = (status: number, explanation: string | null): StationError =>
  new StationError(
    'validation-failed',
    explanation === null ? { status, context: 'no_record' } : { status, providerText: explanation, context: 'said' },
  );
