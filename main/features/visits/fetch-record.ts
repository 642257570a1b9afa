/** Fetches a record from the provider and stores it with its visit. */

import { randomUUID } from 'node:crypto';
import type { RecordSummary, RecordWish } from '../../../shared/domain/record.ts';
import { problemOf } from '../../../shared/errors.ts';
import type { JsonPath } from '../../platform/json/exact-json.ts';
import type { RecordAnswer } from '../../platform/provider/validation-answer.ts';
import type { ValidationConnection } from '../../platform/provider/validation-query.ts';
import { openRecordFiles, type RecordFiles, type RecordRow, readingOf, recordOfAnswer, summaryOf } from '../records/records.ts';

import { addEvents, addRecordEvent, emitFindingsAfterwards } from './change-visit.ts';
import type { VisitContext } from './visit-context.ts';

export type FetchRequest = { parts: readonly string[]; wish: RecordWish };
export type FetchOptions = { signal?: AbortSignal; onProgress?: (bytes: number) => void };

/** @throws StationError those of `ValidationConnection.fetch` and of opening the visit; `cancelled` when the station ends */
export async function fetchRecord(
  context: VisitContext,
  visitId: string,
  request: FetchRequest,
  options: FetchOptions,
): Promise<RecordSummary> {
  const { visits, clerk } = context;
  const by = clerk();
  visits.get(visitId);
  try {
    const record = await fetchAndStore(context, visitId, request, options, by);
    return summaryOf(record, visits.get(visitId).identification);
  } catch (thrown) {
    const { code } = problemOf(thrown);
    if (visits.has(visitId) && code !== 'cancelled') {
      addEvents(context, visitId, { kind: 'record-failed', by, detail: { code } });
      emitFindingsAfterwards(context);
    }
    throw thrown;
  }
}

/** `within`: the JSON path of the record in the answer. */
type Fetched = { answer: RecordAnswer; within: JsonPath } & Pick<RecordRow, 'files' | 'repeated'>;

async function fetchAndStore(
  context: VisitContext,
  visitId: string,
  request: FetchRequest,
  { signal, ...progress }: FetchOptions,
  logBy: string,
): Promise<RecordRow> {
  const { acquireValidation, clerk, profile, ending } = context;
  const options = { ...progress, signal: AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]) };
  const lease = await acquireValidation();
  const origin = { source: 'fetched' as const, by: clerk(), profile: profile(), caller: null };
  const id = randomUUID();
  const files = openRecordFiles(context.files, id);
  try {
    const fetched = await fetchFiles(lease.connection, request, files, options);
    const { answer, within } = fetched;
    const { json, size, sha256, isTextUncertain } = answer;
    const record: RecordRow = {
      ...{ id, visitId, ...origin, parts: [...request.parts], wish: request.wish, version: 1, within },
      ...{ receivedAt: context.now().toISOString(), size, sha256, json, files: fetched.files, repeated: fetched.repeated, isTextUncertain },
    };
    context.database.transaction(() => {
      context.records.add(record);
      addRecordEvent(context, 'record-fetched', logBy, record, readingOf(record, ''));
    });
    return record;
  } catch (thrown) {
    // What cannot be removed now is removed at the next start; it must not hide the error.
    await files.discard().catch(() => undefined);
    throw thrown;
  } finally {
    lease.release();
  }
}

async function fetchFiles(
  connection: ValidationConnection,
  request: FetchRequest,
  files: RecordFiles,
  options: Parameters<ValidationConnection['fetch']>[2],
): Promise<Fetched> {
  const { answer, within, repeated } = await recordOfAnswer(await connection.fetch(request, files, options));
  return { answer, within, files: await files.finish(answer.texts), repeated };
}
