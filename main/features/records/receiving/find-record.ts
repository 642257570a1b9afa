/** Finds the record in an answer of the validation query, which may have it within other members or lists (`docs/open-points.md`). */
import { StationError } from '../../../../shared/errors.ts';
import { isObject, type JsonPath, readJson } from '../../../platform/json/exact-json.ts';
import { explanationIn } from '../../../platform/provider/provider-text.ts';
import { discardAll } from '../../../platform/provider/validation-answer.ts';
import type { QueriedRecord } from '../../../platform/provider/validation-query.ts';
import { stepInto } from '../reading/json-path.ts';
import { hasContent } from '../reading/read-documents.ts';
import { transactionIn } from '../reading/read-record.ts';
import { recordsOfAnswer } from './read-push.ts';

/** An answer, as it is stored, and the JSON path of the record in it: empty for the answer itself. */
export type FoundRecord = Pick<QueriedRecord, 'json' | 'texts' | 'around'> & { within: JsonPath };

/**
 * Finds the record in an answer, which is stored whole; in an answer without one, in the only text that has one. Of several records it is the
 * one of the queried transaction. Discards the long texts that are not stored.
 * @param queriedTransaction empty where the profile does not say which part of the path is it
 * @throws StationError `validation-failed`, after all long texts are discarded: the answer has no record, or several and not exactly one of
 * the queried transaction
 */
export async function findRecord(
  { status, json, texts, around, inTexts }: QueriedRecord,
  queriedTransaction: string,
): Promise<FoundRecord> {
  const value: unknown = JSON.parse(json);
  const within = locate(json, queriedTransaction);
  const [found, ...more] = within === 'none' ? inTexts.filter((one) => locate(one.json, queriedTransaction) !== 'none') : [];
  const inner = found && more.length === 0 ? locate(found.json, queriedTransaction) : 'none';
  const unused = inTexts.filter((one) => typeof inner === 'string' || one !== found).flatMap((one) => one.texts);
  if (typeof within !== 'string') {
    await discardAll(unused);
    return { json, texts, around, within };
  }
  if (found && typeof inner !== 'string') {
    const others = texts.filter(({ content }) => content !== found.content).map((text) => ({ ...text, path: ['$', ...text.path] }));
    await discardAll([...unused, ...texts.filter(({ content }) => content === found.content)]);
    return {
      json: found.json,
      texts: [...found.texts, ...others],
      around: [around, withoutText(value, found.path)].filter(Boolean).join(' … '),
      within: inner,
    };
  }
  await discardAll([...texts, ...unused]);
  const isSeveral = within === 'several' || more.length > 0 || inner === 'several';
  throw isSeveral ? new StationError('validation-failed', { status, context: 'several' }) : noRecord(status, explanationIn(value));
}

function locate(json: string, queriedTransaction: string): JsonPath | 'none' | 'several' {
  const records = recordsOfAnswer(JSON.parse(json));
  const [within, ...others] = records.length > 1 ? ofTransaction(json, records, queriedTransaction) : records;
  if (within !== undefined && others.length === 0) return within;
  return records.length === 0 ? 'none' : 'several';
}

/** Returns those of the records that are of a transaction, whose digits count. */
function ofTransaction(json: string, records: readonly JsonPath[], queriedTransaction: string): JsonPath[] {
  const read = readJson(Buffer.from(json));
  const value = typeof read === 'string' ? null : read.value;
  return records.filter((path) => transactionIn(path.reduce(stepInto, value), queriedTransaction) === 'queried');
}

/** Returns the JSON of an answer without the text in which its record is; empty for nothing else. */
function withoutText(answer: unknown, path: JsonPath): string {
  const holder = path.slice(0, -1).reduce(stepInto, answer);
  if (isObject(holder)) delete holder[String(path.at(-1))];
  return hasContent(answer) ? JSON.stringify(answer) : '';
}

/** A successful answer without a transaction record, possibly with the provider's explanation. */
const noRecord = (status: number, explanation: string | null): StationError =>
  new StationError(
    'validation-failed',
    explanation === null ? { status, context: 'no_record' } : { status, providerText: explanation, context: 'said' },
  );
