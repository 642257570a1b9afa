/** Records a person's decision on a match, or on a screening as a whole. */
import type { Decision, ScreeningView } from '../../../shared/domain/screening.ts';
import { StationError } from '../../../shared/errors.ts';
import { emitEvent, isoNow, publishState, type ScreeningContext } from './screening-context.ts';
import { readingOf, toScreeningView } from './screening-row.ts';

/** @throws StationError `reason-missing`, `state-changed`, `screening-unknown`, `record-damaged` */
export function decideScreening(
  context: ScreeningContext,
  id: string,
  { match, verdict, reason }: Pick<Decision, 'match' | 'verdict' | 'reason'>,
): ScreeningView {
  const { store, clerk } = context.deps;
  const trimmed = reason.trim();
  if (trimmed === '') throw new StationError('reason-missing');
  const screening = store.get(id);
  if (screening.state !== 'done') throw new StationError('state-changed');
  // An answer may be large: it is read once, for the check and for the view.
  const reading = readingOf(screening, store.answer(id));
  if (match !== null && !reading?.matches.some(({ number }) => number === match)) throw new StationError('state-changed');
  const decision: Decision = { match, verdict, reason: trimmed, by: clerk(), at: isoNow() };
  const decided = { ...screening, decisions: [...screening.decisions, decision] };
  store.together(() => {
    store.save([{ screening: decided }]);
    emitEvent(context, 'decided', decided, { decision });
  });
  publishState(context, true);
  return toScreeningView(decided, reading);
}
