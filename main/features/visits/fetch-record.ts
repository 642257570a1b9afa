/** Fetches a record from the provider and stores it with its visit. */

import { randomUUID } from 'node:crypto';
import type { RecordSummary, RecordWish } from '../../../shared/domain/records/record.ts';
import { queriedTransactionOf } from '../../../shared/domain/settings/profile.ts';
import { problemOf } from '../../../shared/errors.ts';
import { findRecord, openRecordFiles, type RecordRow, readingOf, summaryOf } from '../records/records.ts';

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

async function fetchAndStore(
  context: VisitContext,
  visitId: string,
  request: FetchRequest,
  { signal, ...progress }: FetchOptions,
  by: string,
): Promise<RecordRow> {
  const { acquireValidation, ending } = context;
  const options = { ...progress, signal: AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]) };
  const id = randomUUID();
  const lease = await acquireValidation();
  const queriedTransaction = queriedTransactionOf(lease.parts, request.parts);
  const origin = { source: 'fetched' as const, by, profile: lease.profile, caller: null };
  const files = openRecordFiles(context.files, id);
  try {
    const answer = await lease.connection.fetch(request, files, options);
    const { json, texts, around, within } = await findRecord(answer, queriedTransaction);
    const { size, sha256, isTextUncertain } = answer;
    const record: RecordRow = {
      id,
      visitId,
      ...origin,
      parts: [...request.parts],
      wish: request.wish,
      version: 1,
      within,
      receivedAt: context.now().toISOString(),
      size,
      sha256,
      json,
      files: await files.finish(texts),
      isTextUncertain,
      ...(queriedTransaction !== '' && { queriedTransaction }),
      ...(around !== '' && { around }),
    };
    context.database.transaction(() => {
      context.records.add(record);
      addRecordEvent(context, 'record-fetched', by, record, readingOf(record, ''));
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
