/** Stores the meaning that a person assigns to unread data; the outcome follows from it. */
import { maxLengths, type ScreeningView, type SourceReading } from '../../../shared/domain/screening/screening.ts';
import { StationError } from '../../../shared/errors.ts';
import { type AnswerReading, readAnswer } from './answer/read-answer.ts';
import { emitEvent, isoNow, publishState, type ScreeningContext } from './screening-context.ts';
import type { ScreeningRepository } from './screening-repository.ts';
import { readAs, type ScreeningRow, toScreeningView } from './screening-row.ts';

/**
 * `of`: a source, or the JSON path of a member that is not described.
 * @throws StationError `reason-missing`, `state-changed` when that is not unread
 */
export function assignMeaning(
  context: ScreeningContext,
  id: string,
  { of, meaning, reason }: Pick<SourceReading, 'of' | 'meaning' | 'reason'>,
): ScreeningView {
  const { store, clerk } = context.deps;
  const trimmed = reason.trim().slice(0, maxLengths.reason);
  if (trimmed === '') throw new StationError('reason-missing');
  const { screening, raw } = unreadData(store, id, of);
  const assigned: SourceReading = { of, meaning, reason: trimmed, by: clerk(), at: isoNow() };
  const readings = [...screening.readings, assigned];
  const again = readAnswer(raw, screening.query, { ...screening, readings });
  const changed = { ...readAs({ ...screening, readings }, again), rules: screening.rules };
  store.together(() => {
    store.save([{ screening: changed }]);
    emitEvent(context, 'read', changed, { reading: assigned });
  });
  publishState(context, true);
  return toScreeningView(changed, again);
}

/** Reads the answer without the meanings that persons assigned. @throws StationError `state-changed` when `of` is not unread in it */
export function unreadData(
  store: ScreeningRepository,
  id: string,
  of: string,
): { screening: ScreeningRow; raw: Uint8Array; reading: AnswerReading } {
  const screening = store.get(id);
  const raw = store.answer(id);
  if (raw === null || (screening.state !== 'done' && screening.state !== 'failed')) throw new StationError('state-changed');
  const reading = readAnswer(raw, screening.query, { ...screening, readings: [] });
  const isUnread =
    reading.sources.some(({ source, state }) => source === of && state === 'unread') ||
    reading.others.some(({ path, state }) => path === of && state === 'unread');
  if (!isUnread) throw new StationError('state-changed');
  return { screening, raw, reading };
}
